import { refuse, sortWords, type Subcommand, type Words } from './command-words.ts';
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
import { withoutHunks } from './read-diff.ts';

const listFlags = ['--stat', '--name-only', '--name-status'];
const patchFlags = ['--patch', '-p'];
const layoutFlags = [...listFlags, ...patchFlags, '--no-color'];

/** Returns true for flags that ask for the names of files without their changes. */
function isListing(flags: Words['flags']): boolean {
  return listFlags.some((flag) => flags.has(flag)) && !patchFlags.some((flag) => flags.has(flag));
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  status: {
    flags: ['--short', '-s', '--branch', '-b', '--porcelain', '--porcelain=v1', '--porcelain=v2', '--long'],
    plan: ({ flags, paths }) => planCall(gitStatus, { porcelain: !flags.has('--long'), paths: paths && [...paths] }),
  },
  diff: {
    flags: ['--staged', '--cached', ...layoutFlags],
    options: ['--unified='],
    maxNames: 2,
    plan({ flags, values, names, paths }) {
      const staged = flags.has('--staged') || flags.has('--cached');
      const range = toRange(names);
      const contextLines = numberOf(values, '--unified=');
      return planCall(
        gitDiff,
        { staged, ...range, paths: paths && [...paths], contextLines },
        { shorten: isListing(flags) ? withoutHunks : undefined },
      );
    },
  },
  log: {
    flags: ['--oneline', '--no-color'],
    options: ['-n', '--max-count=', '--skip=', '--since=', '--after=', '--author='],
    maxNames: 1,
    instead: Object.fromEntries(
      [...listFlags, ...patchFlags].map((flag) => [flag, 'gitShow with the ref of a commit, or gitDiff with two']),
    ),
    plan({ flags, values, names, paths }) {
      const { from, to, mergeBase } = toRange(names);
      // Commits of either side have no call of their own.
      if (mergeBase) return undefined;
      const given = {
        ...(mergeBase === undefined ? { ref: from } : { from, ref: to }),
        paths: paths && [...paths],
        limit: numberOf(values, '-n') ?? numberOf(values, '--max-count='),
        skip: numberOf(values, '--skip='),
        since: lastOf(values, '--since=') ?? lastOf(values, '--after='),
        author: lastOf(values, '--author='),
      };
      return planCall(gitLog, given, {
        shorten: ({ commits, ...rest }) => ({
          ...rest,
          commits: flags.has('--oneline') ? commits.map((commit) => ({ ...commit, body: '' })) : commits,
        }),
      });
    },
  },
  show: {
    flags: layoutFlags,
    options: ['--unified='],
    maxNames: 1,
    plan({ flags, values, names: [name = 'HEAD'], paths }) {
      const at = name.indexOf(':');
      if (at > 0) {
        return paths === undefined
          ? planCall(gitShow, { ref: name.slice(0, at), filePath: name.slice(at + 1) })
          : undefined;
      }
      const given = { ref: name, paths: paths && [...paths], contextLines: numberOf(values, '--unified=') };
      return planCall(gitShow, given, {
        shorten: isListing(flags)
          ? ({ diff, ...shown }) => ({ ...shown, ...(diff && { diff: withoutHunks(diff) }) })
          : undefined,
      });
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
    flags: ['--list', '-l', '--all', '-a', '--remotes', '-r', '--delete', '-d', '--show-current'],
    options: ['--contains', '--contains=', '--no-contains', '--no-contains='],
    maxNames: 2,
    plan({ flags, values, names, paths }) {
      const [name, startPoint] = names;
      if (paths !== undefined) return undefined;
      if (flags.has('--show-current')) {
        return flags.size + values.size + names.length === 1 ? planCall(gitStatus, {}) : undefined;
      }
      const isDelete = flags.has('-d') || flags.has('--delete');
      if (values.size > 0 && (isDelete || name !== undefined)) return undefined;
      if (isDelete) return startPoint === undefined ? planCall(gitBranch, { action: 'delete', name }) : undefined;
      if (name === undefined) {
        const contains = lastOf(values, '--contains') ?? lastOf(values, '--contains=');
        const notContains = lastOf(values, '--no-contains') ?? lastOf(values, '--no-contains=');
        const isRemotes = flags.has('-r') || flags.has('--remotes');
        return planCall(
          gitBranch,
          { action: 'list', contains, notContains },
          {
            shorten: ({ branches, ...rest }) => ({
              ...rest,
              branches: branches.filter(({ remote }) => remote || !isRemotes),
            }),
          },
        );
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
      name === 'HEAD'
        ? planCall(gitAdd, { ...(paths ? { paths: [...paths] } : { all: true }), unstage: true })
        : undefined,
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

function toRange(names: readonly string[]): { from?: string; to?: string; mergeBase?: boolean } {
  const [from, to] = names;
  if (from === undefined) return {};
  if (to !== undefined) return { from, to };
  const [, start, dots, end] = /^([^.]+(?:\.[^.]+)*)(\.{2,3})([^.]+(?:\.[^.]+)*)?$/u.exec(from) ?? [];
  return start === undefined ? { from } : { from: start, to: end ?? 'HEAD', mergeBase: dots === '...' };
}

function lastOf(values: Words['values'], name: string): string | undefined {
  return values.get(name)?.at(-1);
}

function numberOf(values: Words['values'], name: string): number | undefined {
  const text = lastOf(values, name);
  return text === undefined ? undefined : /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
}
