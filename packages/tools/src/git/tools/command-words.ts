import { AppError } from '@shipmate/core/tool';
import type { PlannedCall } from './plan-call.ts';

/** The words of a command after its subcommand, sorted by a grammar. */
export interface Words {
  /** The flags, in their exact spelling. */
  readonly flags: ReadonlySet<string>;
  /** The values of options, by their names. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Words before `--`. */
  readonly names: readonly string[];
  /** Words after `--`. */
  readonly paths: readonly string[] | undefined;
}

/** A subcommand: the options that it accepts in their exact spelling, and the call that it stands for. */
export interface Subcommand {
  readonly flags?: readonly string[];
  /** Options whose value follows as the next word, such as `-m`, or in the same word, such as `--since=`. */
  readonly options?: readonly string[];
  /** The most words before `--`. Default 0. */
  readonly maxNames?: number;
  /** What to use instead of usual options that are not accepted. */
  readonly instead?: Readonly<Record<string, string>>;
  readonly plan: (words: Words) => PlannedCall | undefined;
}

/** Sorts the words of a command by the grammar of its subcommand. @throws AppError `VALIDATION_ERROR` for a word that it does not accept. */
export function sortWords(
  name: string,
  { flags = [], options = [], instead = {} }: Subcommand,
  words: readonly string[],
): Words {
  const found = { flags: new Set<string>(), values: new Map<string, string[]>(), names: [] as string[] };
  let paths: string[] | undefined;
  const rest = spellCounts(options, words).values();
  if (words.some((word) => word.includes('\0'))) throw refuse('args', 'hold a NUL character');
  for (const word of rest) {
    if (paths) paths.push(requireName(word));
    else if (word === '--') paths = [];
    else if (flags.includes(word)) found.flags.add(word);
    else if (!word.startsWith('-')) found.names.push(requireName(word));
    else {
      const option =
        findOption(options, word) ?? refuseOption(word, { name, instead, accepted: [...flags, ...options] });
      const value = option.endsWith('=') ? word.slice(option.length) : (rest.next().value ?? '');
      if (value === '') throw refuse('args', `give no value for ${option}`);
      found.values.set(option, [...(found.values.get(option) ?? []), value]);
    }
  }
  return { ...found, paths };
}

/** Writes `-5` and `-n5` of git log as `--max-count=5`. */
function spellCounts(options: readonly string[], words: readonly string[]): readonly string[] {
  if (!options.includes('--max-count=')) return words;
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return words.map((word, at) => (at < end ? word.replace(/^-n?(?=\d{1,9}$)/u, '--max-count=') : word));
}

/** Git takes a word that begins with ":" for a pattern, and the tools take it for a name. */
function requireName(word: string): string {
  if (!word.startsWith(':')) return word;
  throw refuse(
    'args',
    `have the pattern "${word.slice(0, 100)}", which is not accepted. Give names, or use a tool such as gitDiff`,
  );
}

/** Options that end with `=` are followed by their value in the same word. */
function findOption(options: readonly string[], word: string): string | undefined {
  return options.find((each) => (each.endsWith('=') ? word.startsWith(each) : word === each));
}

/** A subcommand that does not accept an option. */
interface Refusal extends Required<Pick<Subcommand, 'instead'>> {
  readonly name: string;
  readonly accepted: readonly string[];
}

function refuseOption(word: string, { name, instead, accepted }: Refusal): never {
  const list = accepted.length === 0 ? 'none' : accepted.join(', ');
  const help = Object.hasOwn(instead, word) ? `Use ${instead[word]}` : `git ${name} accepts: ${list}`;
  throw refuse('args', `have the option "${word.slice(0, 100)}", which is not accepted. ${help}`);
}

/** Returns the error of a command that is not accepted. */
export function refuse(field: string, problem: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field} ${problem}.`,
    details: { issues: [{ path: field, message: problem }] },
  });
}
