import { type Behaviour, behaviourSchema } from '../rules/image-rule.ts';

const shells = new Set(['sh', 'bash', 'ash', 'dash']);
const programs = new Set(['echo', 'sleep', 'true', 'false']);

/**
 * Evaluates a plain command or shell script: `echo`, `sleep`, `exit`, `true`, `false`, `set -e` and `exec`, joined by
 * `;`,
 * `&&`, `||` and line ends. Undefined for any other.
 */
export function readShellCommand(command: readonly string[]): Behaviour | undefined {
  const [program = '', ...rest] = command;
  const name = program.replace(/^.*\//, '');
  if (programs.has(name)) return evaluate([{ operator: ';', words: [name, ...rest], isNegated: false }], false);
  const [flags = '', script = ''] = rest;
  if (!shells.has(name) || !/^-[a-z]*c$/.test(flags)) return undefined;
  const steps = parseShellScript(script);
  return steps && evaluate(steps, flags.includes('e'));
}

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

/** The duration of `sleep` in seconds; undefined if it never ends. */
function readDuration(text = ''): number | undefined {
  const [, number, unit = ''] = /^([\d.]+)([smhd]?)$/.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (units[unit] ?? 1);
}

interface Progress {
  readonly logs: { after: number; text: string }[];
  /** Seconds since the start; undefined after an endless wait. */
  time: number | undefined;
  status: number;
  isOver: boolean;
  endsOnFailure: boolean;
}

function evaluate(steps: readonly ShellStep[], endsOnFailure: boolean): Behaviour {
  const progress: Progress = { logs: [], time: 0, status: 0, isOver: false, endsOnFailure };
  for (const [index, step] of steps.entries()) {
    if (isSkipped(step, progress)) continue;
    run(step, progress);
    const isTested = step.isNegated || steps[index + 1]?.operator === '&&' || steps[index + 1]?.operator === '||';
    if (progress.endsOnFailure && progress.status !== 0 && !isTested) progress.isOver = true;
    if (progress.isOver || progress.time === undefined) break;
  }
  const { logs, time, status } = progress;
  return behaviourSchema.parse({ logs, ...(time !== undefined && { exitAfter: time, exitCode: status }) });
}

function isSkipped({ operator }: ShellStep, { status }: Progress): boolean {
  return operator !== ';' && (operator === '&&') === (status !== 0);
}

/** The evaluated commands; each returns its exit code. */
const commands: Readonly<Record<string, (words: readonly string[], progress: Progress) => number>> = {
  true: () => 0,
  ':': () => 0,
  false: () => 1,
  echo(words, { logs, time = 0 }) {
    const isOption = words[0] === '-n' || words[0] === '-e';
    logs.push({ after: time, text: words.slice(isOption ? 1 : 0).join(' ') });
    return 0;
  },
  sleep(words, progress) {
    const duration = readDuration(words[0]);
    progress.time = duration === undefined ? undefined : (progress.time ?? 0) + duration;
    return 0;
  },
  set(words, progress) {
    progress.endsOnFailure ||= words.some((flag) => /^-[a-z]*e/.test(flag));
    return 0;
  },
  exit([code], progress) {
    progress.isOver = true;
    return code === undefined ? progress.status : (Number(code) || 0) % 256;
  },
};

function run({ words, isNegated }: ShellStep, progress: Progress): void {
  const isReplaced = words[0] === 'exec' && words.length > 1;
  const [verb = '', ...rest] = isReplaced ? words.slice(1) : words;
  const status = commands[verb]?.(rest, progress) ?? 0;
  progress.status = isNegated ? Number(status === 0) : status;
  progress.isOver ||= isReplaced;
}

/** A simple command of a script, with the operator before it. */
interface ShellStep {
  readonly operator: ';' | '&&' | '||';
  readonly words: readonly string[];
  readonly isNegated: boolean;
}

/** The commands that can be evaluated; a script with any other cannot. */
const known = new Set(['echo', 'sleep', 'exit', 'true', 'false', ':', 'set', 'exec']);

/** Operators, quoted texts, redirections to a stream or to nothing, and words without shell expansion. */
const token =
  /[ \t]+|(?<operator>&&|\|\||;|\n)|(?<redirection>[12]?>&[12]|[12]?> ?\/dev\/null)|'(?<single>[^']*)'|"(?<double>[^"$`\\]*)"|(?<plain>[^\s;&|<>()$`\\'"*?[\]{}]+)/y;

/** Splits a script of simple commands joined by `;`, `&&`, `||` and line ends; undefined for other syntax. */
function parseShellScript(script: string): readonly ShellStep[] | undefined {
  const steps: ShellStep[] = [];
  let operator: ShellStep['operator'] = ';';
  let words: string[] = [];
  let isOpen = false;
  const close = () => {
    const isNegated = words[0] === '!';
    if (words.length > 0) steps.push({ operator, words: isNegated ? words.slice(1) : words, isNegated });
    words = [];
    isOpen = false;
  };
  token.lastIndex = 0;
  while (token.lastIndex < script.length) {
    const groups = token.exec(script)?.groups;
    if (!groups) return undefined;
    const { operator: found, redirection, single, double, plain } = groups;
    const text = single ?? double ?? plain;
    if (found !== undefined) {
      close();
      operator = found === '&&' || found === '||' ? found : ';';
    } else if (text === undefined) {
      if (redirection === undefined) isOpen = false;
    } else {
      // Adjacent quoted and plain texts are one word.
      if (isOpen) words.push(`${words.pop() ?? ''}${text}`);
      else words.push(text);
      isOpen = true;
    }
  }
  close();
  return steps.every(isKnown) ? steps : undefined;
}

function isKnown({ words }: ShellStep): boolean {
  const [name = '', replacement = ''] = words;
  return known.has(name) && (name !== 'exec' || words.length === 1 || known.has(replacement));
}
