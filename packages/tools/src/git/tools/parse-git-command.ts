import { AppError } from '@shipmate/core';
import { gitAdd } from './git-add.ts';
import { gitBlame } from './git-blame.ts';
import { gitBranch } from './git-branch.ts';
import { gitCheckout } from './git-checkout.ts';
import { gitCommit } from './git-commit.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import { gitPull } from './git-pull.ts';
import { gitPush } from './git-push.ts';
import { gitShow } from './git-show.ts';
import { gitStatus } from './git-status.ts';
import { planCall, type PlannedCall } from './plan-call.ts';

/** The words of a command after its subcommand, sorted by a grammar. */
interface Words {
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
interface Subcommand {
  readonly flags?: readonly string[];
  /** Options whose value follows as the next word, such as `-m`, or in the same word, such as `--since=`. */
  readonly options?: readonly string[];
  /** The most words before `--`. Default 0. */
  readonly maxNames?: number;
  readonly plan: (words: Words) => PlannedCall | undefined;
}

const layoutFlags = ['--stat', '--name-only', '--name-status', '--patch', '-p', '--no-color'];

const subcommands: Readonly<Record<string, Subcommand>> = {
  status: {
    flags: ['--short', '-s', '--branch', '-b', '--porcelain', '--porcelain=v1', '--porcelain=v2', '--long'],
    plan: ({ flags }) => planCall(gitStatus, { porcelain: !flags.has('--long') }),
  },
  diff: {
    flags: ['--staged', '--cached', ...layoutFlags],
    options: ['--unified='],
    maxNames: 2,
    plan({ flags, values, names, paths }) {
      const staged = flags.has('--staged') || flags.has('--cached');
      const range = toRange(names);
      return planCall(gitDiff, {
        staged,
        ...range,
        paths: paths && [...paths],
        contextLines: numberOf(values, '--unified='),
      });
    },
  },
  log: {
    flags: ['--oneline', ...layoutFlags],
    options: ['-n', '--max-count=', '--skip=', '--since=', '--after=', '--author='],
    maxNames: 1,
    plan: ({ values, names: [ref], paths }) =>
      planCall(gitLog, {
        ref,
        paths: paths && [...paths],
        limit: numberOf(values, '-n') ?? numberOf(values, '--max-count='),
        skip: numberOf(values, '--skip='),
        since: lastOf(values, '--since=') ?? lastOf(values, '--after='),
        author: lastOf(values, '--author='),
      }),
  },
  show: {
    flags: layoutFlags,
    options: ['--unified='],
    maxNames: 1,
    plan({ values, names: [name = 'HEAD'], paths }) {
      const at = name.indexOf(':');
      if (at > 0) return planCall(gitShow, { ref: name.slice(0, at), filePath: name.slice(at + 1) });
      return planCall(gitShow, { ref: name, paths: paths && [...paths], contextLines: numberOf(values, '--unified=') });
    },
  },
  blame: {
    options: ['-L'],
    maxNames: 2,
    plan({ values, names, paths }) {
      const words = [...names, ...(paths ?? [])];
      const filePath = words.at(-1);
      const [, start, end] = /^(\d+),(\d+)$/u.exec(lastOf(values, '-L') ?? '') ?? [];
      if (filePath === undefined || words.length > 2 || (values.has('-L') && start === undefined)) return undefined;
      const lines = start === undefined ? {} : { startLine: Number(start), endLine: Number(end) };
      return planCall(gitBlame, { filePath, ref: words.length === 2 ? words[0] : undefined, ...lines });
    },
  },
  branch: {
    flags: ['--list', '-l', '--all', '-a', '--delete', '-d', '--show-current'],
    options: ['--contains', '--contains=', '--no-contains', '--no-contains='],
    maxNames: 2,
    plan({ flags, values, names: [name, startPoint], paths }) {
      if (paths !== undefined) return undefined;
      const isDelete = flags.has('-d') || flags.has('--delete');
      if (values.size > 0 && (isDelete || name !== undefined)) return undefined;
      if (isDelete) return startPoint === undefined ? planCall(gitBranch, { action: 'delete', name }) : undefined;
      if (name === undefined) {
        const contains = lastOf(values, '--contains') ?? lastOf(values, '--contains=');
        const notContains = lastOf(values, '--no-contains') ?? lastOf(values, '--no-contains=');
        return planCall(gitBranch, { action: 'list', contains, notContains });
      }
      return flags.size === 0 ? planCall(gitBranch, { action: 'create', name, startPoint }) : undefined;
    },
  },
  checkout: {
    options: ['-b'],
    maxNames: 1,
    plan({ values, names: [name], paths }) {
      const created = lastOf(values, '-b');
      if (created !== undefined) {
        return paths === undefined
          ? planCall(gitCheckout, { branch: created, create: true, startPoint: name })
          : undefined;
      }
      if (paths !== undefined) return planCall(gitCheckout, { paths: [...paths], startPoint: name });
      return planCall(gitCheckout, { branch: name });
    },
  },
  switch: {
    options: ['-c', '--create='],
    maxNames: 1,
    plan({ values, names: [name], paths }) {
      const created = lastOf(values, '-c') ?? lastOf(values, '--create=');
      if (paths !== undefined) return undefined;
      return planCall(
        gitCheckout,
        created === undefined ? { branch: name } : { branch: created, create: true, startPoint: name },
      );
    },
  },
  restore: {
    flags: ['--staged', '--worktree'],
    options: ['--source='],
    maxNames: 100,
    plan({ flags, values, names, paths = [] }) {
      const all = [...names, ...paths];
      const startPoint = lastOf(values, '--source=');
      if (!flags.has('--staged')) return planCall(gitCheckout, { paths: all, startPoint });
      return flags.has('--worktree') || startPoint !== undefined
        ? undefined
        : planCall(gitAdd, { paths: all, unstage: true });
    },
  },
  reset: {
    flags: ['--quiet', '-q'],
    maxNames: 1,
    plan: ({ names: [name = 'HEAD'], paths }) =>
      name === 'HEAD' && paths !== undefined ? planCall(gitAdd, { paths: [...paths], unstage: true }) : undefined,
  },
  add: {
    flags: ['--all', '-A'],
    maxNames: 100,
    plan({ flags, names, paths = [] }) {
      const all = [...names, ...paths];
      if (flags.size > 0) return all.every((path) => path === '.') ? planCall(gitAdd, { all: true }) : undefined;
      return planCall(gitAdd, all.includes('.') ? { all: true } : { paths: all });
    },
  },
  commit: {
    options: ['-m', '--message='],
    plan({ values, paths }) {
      const messages = [...(values.get('-m') ?? []), ...(values.get('--message=') ?? [])];
      return paths === undefined ? planCall(gitCommit, { message: messages.join('\n\n') }) : undefined;
    },
  },
  pull: {
    flags: ['--ff-only', '--quiet', '-q'],
    maxNames: 2,
    plan: ({ names: [remote = 'origin', branch], paths }) =>
      remote === 'origin' && paths === undefined ? planCall(gitPull, { branch }) : undefined,
  },
  push: {
    flags: ['--quiet', '-q'],
    maxNames: 2,
    plan: ({ names: [remote = 'origin', branch], paths }) =>
      remote === 'origin' && paths === undefined ? planCall(gitPush, branch === 'HEAD' ? {} : { branch }) : undefined,
  },
};

/**
 * Converts a git command to the typed call that it stands for. What is not listed is refused: other subcommands, other options,
 * abbreviations, several short options in one word, and options in an unusual place.
 *
 * @throws AppError `VALIDATION_ERROR` that names the word and what is accepted.
 */
export function parseGitCommand(command: string, args: readonly string[] = []): PlannedCall {
  if (!/^[^\s'"`$\\]+(?: [^\s'"`$\\]+)*$/u.test(command)) {
    throw refuse(
      'command',
      `is split at single spaces only and takes no quotes. Give the subcommand here, and each word in args`,
    );
  }
  const [name = '', ...words] = command.split(' ');
  if (name === 'git') throw refuse('command', 'begins with the subcommand. Leave "git" out');
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (!subcommand) {
    const known = Object.keys(subcommands).join(', ');
    throw refuse('command', `has the subcommand "${name.slice(0, 50)}", which is not accepted. Accepted are: ${known}`);
  }
  const sorted = sortWords(name, subcommand, [...words, ...args]);
  const { maxNames = 0 } = subcommand;
  if (sorted.names.length > maxNames) {
    const count = sorted.names.length;
    throw refuse(
      'args',
      `have ${count} words besides options, and git ${name} accepts ${maxNames}. Put paths after "--"`,
    );
  }
  const planned = subcommand.plan(sorted);
  if (planned) return planned;
  throw refuse(
    'args',
    `combine words of git ${name} in a way that is not accepted. Use the tool for it, such as gitStatus, gitDiff or gitCommit`,
  );
}

function sortWords(name: string, { flags = [], options = [] }: Subcommand, words: readonly string[]): Words {
  const found = { flags: new Set<string>(), values: new Map<string, string[]>(), names: [] as string[] };
  let paths: string[] | undefined;
  const rest = words.values();
  if (words.some((word) => word.includes('\0'))) throw refuse('args', 'hold a NUL character');
  for (const word of rest) {
    if (paths) paths.push(word);
    else if (word === '--') paths = [];
    else if (flags.includes(word)) found.flags.add(word);
    else if (!word.startsWith('-')) found.names.push(word);
    else {
      const option = findOption(options, word) ?? refuseOption(name, word, [...flags, ...options]);
      const value = option.endsWith('=') ? word.slice(option.length) : (rest.next().value ?? '');
      if (value === '') throw refuse('args', `give no value for ${option}`);
      found.values.set(option, [...(found.values.get(option) ?? []), value]);
    }
  }
  return { ...found, paths };
}

/** Options that end with `=` are followed by their value in the same word. */
function findOption(options: readonly string[], word: string): string | undefined {
  return options.find((each) => (each.endsWith('=') ? word.startsWith(each) : word === each));
}

function refuseOption(name: string, word: string, accepted: readonly string[]): never {
  const list = accepted.length === 0 ? 'none' : accepted.join(', ');
  throw refuse('args', `have the option "${word.slice(0, 100)}", which is not accepted. git ${name} accepts: ${list}`);
}

function toRange(names: readonly string[]): { from?: string; to?: string; mergeBase?: boolean } {
  const [from, to] = names;
  if (from === undefined) return {};
  if (to !== undefined) return { from, to };
  const [, start, dots, end] = /^([^.]+(?:\.[^.]+)*)(\.{2,3})([^.]+(?:\.[^.]+)*)$/u.exec(from) ?? [];
  return start === undefined
    ? { from }
    : { from: start, ...(end !== undefined && { to: end }), mergeBase: dots === '...' };
}

function lastOf(values: Words['values'], name: string): string | undefined {
  return values.get(name)?.at(-1);
}

function numberOf(values: Words['values'], name: string): number | undefined {
  const text = lastOf(values, name);
  return text === undefined ? undefined : /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
}

function refuse(field: string, problem: string): AppError {
  return new AppError({
    code: 'VALIDATION_ERROR',
    message: `${field} ${problem}.`,
    details: { issues: [{ path: field, message: problem }] },
  });
}
