import { behaviourSchema, type Behaviour } from './image-rule.ts';

/** What a plain shell command would do: `echo`, `sleep`, `exit`, `true` and `false`; undefined for any other. */
export function readShellCommand(command: readonly string[]): Behaviour | undefined {
  const [program = '', ...rest] = command;
  const name = program.replace(/^.*\//, '');
  if (name === 'sleep') return play([`sleep ${rest[0] ?? ''}`]);
  if (name === 'false') return play(['false']);
  if (name === 'true') return play(['true']);
  if (!['sh', 'bash', 'ash'].includes(name) || !/^-\w*c$/.test(rest[0] ?? '')) return undefined;
  const script = rest[1] ?? '';
  const steps = script
    .split(/;|&&|\n/)
    .map((step) => step.trim())
    .filter((step) => step !== '');
  return steps.every((step) => /^(?:echo\b[^|<>`$]*(?:>&2)?|sleep [\w.]+|exit(?: \d+)?|true|false)$/.test(step))
    ? play(steps)
    : undefined;
}

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function play(steps: readonly string[]): Behaviour {
  const logs: { after: number; text: string }[] = [];
  let time = 0;
  let exitCode = 0;
  for (const step of steps) {
    const [verb = '', ...words] = step.split(/\s+/);
    exitCode = verb === 'false' ? 1 : 0;
    if (verb === 'echo')
      logs.push({
        after: time,
        text: words
          .filter((word) => word !== '>&2')
          .join(' ')
          .replaceAll(/["']/g, ''),
      });
    if (verb === 'sleep') {
      const [, number, unit = ''] = /^([\d.]+)([smhd]?)$/.exec(words[0] ?? '') ?? [];
      if (number === undefined) return behaviourSchema.parse({ logs });
      time += Number(number) * (units[unit] ?? 1);
    }
    if (verb === 'exit') {
      exitCode = Number(words[0] ?? 0) % 256;
      break;
    }
  }
  return behaviourSchema.parse({ logs, exitAfter: time, exitCode });
}
