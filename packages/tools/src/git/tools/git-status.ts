import { fenceText } from '@shipmate/core/tool';
import { z } from 'zod';
import {
  defineGitTool,
  type Git,
  type GitToolContext,
  keptStart,
  openGit,
  pathsSchema,
  toPathArguments,
} from './git-tool.ts';
import { parseStatus, statusSchema } from './parse-status.ts';

const maxListed = 500;
const operations = ['merge', 'rebase', 'am', 'cherry_pick', 'revert', 'bisect'] as const;

export const gitStatus = defineGitTool({
  name: 'gitStatus',
  description:
    'Shows the state of the checkout: its branch and commit, staged and unstaged changes, untracked files, conflicts, renames, and a ' +
    'merge, rebase, cherry-pick, revert or bisect in progress. Ignored files and changes inside of submodules are not listed.',
  effect: 'read',
  idempotent: true,
  input: () =>
    z.object({
      porcelain: z
        .boolean()
        .default(true)
        .describe('False describes the state in sentences instead of one line for each path.'),
      paths: pathsSchema().optional().describe('Only the changes of these files and folders.'),
    }),
  output: () =>
    z.object({
      ...statusSchema().shape,
      /** What is in progress; `am` applies patches. */
      operation: z.enum(operations).nullable(),
      porcelain: z.boolean(),
      /** The files and folders that the state is limited to. */
      paths: pathsSchema().optional(),
      truncated: z.boolean(),
    }),
  async execute({ porcelain, paths }, context: GitToolContext) {
    const end = toPathArguments(paths);
    const git = await openGit(context);
    const args = ['status', '--porcelain=v2', '-z', '--branch', '--untracked-files=all', '--ignore-submodules=dirty'];
    const output = await git.run([...args, '--find-renames', '--ahead-behind', ...end]);
    if (output.exitCode !== 0) await git.read([...args, ...end]);
    const status = parseStatus(keptStart(output));
    const lists = [status.staged, status.unstaged, status.untracked, status.conflicted];
    const truncated = output.truncated || lists.some(({ length }) => length > maxListed);
    for (const list of lists) list.length = Math.min(list.length, maxListed);
    return { ...status, operation: await readOperation(git), porcelain, ...(paths && { paths }), truncated };
  },
  toModel(status) {
    const { branch, commit, operation, upstream, ahead, behind, staged, unstaged, untracked, conflicted } = status;
    const place =
      branch === null
        ? `HEAD is detached at ${commit}`
        : `A branch is checked out${commit === null ? ', without a commit' : ''}`;
    const compared = upstream === null ? '' : `, ${ahead} commits ahead of its upstream and ${behind} behind`;
    const counts = `${staged.length} staged, ${unstaged.length} unstaged, ${untracked.length} untracked, ${conflicted.length} conflicted`;
    const unchanged = status.paths ? 'Nothing is changed in these paths' : 'The work tree is clean';
    const doing = operation ? ` In progress: ${operation}.` : '';
    const head = `${place}${compared}.${doing} ${status.clean ? unchanged : counts}.${status.truncated ? ' Not all paths are listed.' : ''}`;
    const from = new Map(status.renamed.map((rename) => [rename.to, rename.from]));
    const nameOf = (path: string): string => (from.has(path) ? `${from.get(path)} → ${path}` : path);
    const line = (group: string, letter: string, path: string): string =>
      status.porcelain ? `${letter} ${nameOf(path)}` : `${group}: ${nameOf(path)}`;
    const lines = [
      ...(branch === null ? [] : [`branch ${branch}${upstream === null ? '' : ` (upstream ${upstream})`}`]),
      ...staged.map((each) => line(`Staged, ${each.status}`, `${letterOf(each.status)} `, each.path)),
      ...unstaged.map((each) => line(`Unstaged, ${each.status}`, ` ${letterOf(each.status)}`, each.path)),
      ...conflicted.map((path) => line('Conflicted', 'UU', path)),
      ...untracked.map((path) => line('Untracked', '??', path)),
    ];
    return lines.length === 0 ? head : `${head}\n${fenceText(lines.join('\n'), { source: 'file' })}`;
  },
});

function letterOf(status: string): string {
  return status.charAt(0).toUpperCase();
}

/** Returns the operation that has files in the folder of git, the outer one of several. */
async function readOperation(git: Git): Promise<(typeof operations)[number] | null> {
  const { readdir, readFile } = await import('node:fs/promises');
  const gitDir = (await git.read(['rev-parse', '--absolute-git-dir'])).slice(0, -1);
  const names = await readdir(gitDir);
  if (names.includes('rebase-apply')) {
    return (await readdir(`${gitDir}/rebase-apply`)).includes('applying') ? 'am' : 'rebase';
  }
  if (names.includes('rebase-merge')) return 'rebase';
  const found = (['merge', 'cherry_pick', 'revert'] as const).find((each) =>
    names.includes(`${each.toUpperCase()}_HEAD`),
  );
  if (found) return found;
  // Between two commits of a pick or revert of several, only its next command says so.
  const todo = await readFile(`${gitDir}/sequencer/todo`, 'utf8').catch(() => '');
  const next = /^\s*(?:(p|pick)|revert)[ \t]/u.exec(todo);
  if (next) return next[1] ? 'cherry_pick' : 'revert';
  return names.includes('BISECT_LOG') ? 'bisect' : null;
}
