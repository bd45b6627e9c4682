import { findCheckoutPathProblem } from '@shipmate/domain/repository';
import { absent, createBareGit, isHash, type RunForOrganization } from './bare-git.ts';
import { requireBranchName } from './branch-name.ts';
import type { GitEnvironment } from './git-environment.ts';
import type { FoundLine, GitBranch, GitFolder, GitObjectsPort, TreeEntry } from './git-port.ts';

/** Resources for {@link createGitObjects}. */
interface GitObjectsOptions {
  readonly environment: GitEnvironment;
  readonly run: RunForOrganization;
}

/** The most bytes that a folder, a file and a search are read of. */
const maxBytes = { folder: 4_000_000, file: 1_000_000, search: 1_000_000 };
const maxBranches = 1_000;
const maxLineLength = 300;
const searchTimeoutMs = 20_000;

/** Creates the part of the port that reads commits of bare repositories without a work tree. */
export function createGitObjects({ environment: { PATH: path }, run }: GitObjectsOptions): GitObjectsPort {
  const within = createBareGit({ path, run });

  return {
    listBranches: (place, signal) =>
      within(place, signal, async (git) => {
        const args = ['for-each-ref', `--count=${maxBranches}`, '--format=%(objectname) %(refname)', originBranches];
        return (await git(args)).stdout.split('\n').flatMap((line): readonly GitBranch[] => {
          const [, commit = '', name = ''] = /^([0-9a-f]{40,64}) refs\/remotes\/origin\/(.+)$/u.exec(line) ?? [];
          return name === '' ? [] : [{ name, commit }];
        });
      }),

    readDefaultBranch: (place, signal) =>
      within(place, signal, async (git) => {
        const branch = (await git(['symbolic-ref', '--short', 'HEAD'])).stdout.trim();
        const found = await git(['show-ref', '--verify', '--quiet', '--', `${originBranches}${branch}`]);
        return found.exitCode === 0 ? branch : undefined;
      }),

    resolve: (place, { branch, commit }, signal) =>
      within(place, signal, async (git) => {
        if (branch !== undefined) await requireBranchName(branch, git);
        if (commit !== undefined && !isHash(commit)) throw absent(`The commit "${commit.slice(0, 64)}"`);
        const ref = branch === undefined ? commit : `refs/remotes/origin/${branch}`;
        const found = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]);
        if (found.exitCode !== 0) throw absent(branch === undefined ? 'The commit' : `The branch "${branch}"`);
        const hash = found.stdout.trim();
        if (branch !== undefined) return hash;
        // A commit that the remote has no longer is not shown.
        const containing = await git(['for-each-ref', '--count=1', `--contains=${hash}`, originBranches]);
        if (containing.stdout === '') throw absent('The commit');
        return hash;
      }),

    listFolder: (place, { commit, folder, after, limit }, signal) =>
      within(place, signal, async (git): Promise<GitFolder> => {
        const args = ['ls-tree', '-z', '--long', toTree(commit, folder)];
        const { exitCode, stdout, truncated } = await git(args, { maxOutputBytes: maxBytes.folder });
        if (exitCode !== 0) throw absent(`The folder "${folder}"`);
        const entries = stdout.split('\0').flatMap((line) => toEntry(line, folder) ?? []);
        const sorted = entries.toSorted(inFolderOrder);
        const from = after === undefined ? 0 : sorted.findIndex(({ name }) => name === after) + 1;
        const page = sorted.slice(from, from + limit);
        const next = sorted.length > from + limit ? (page.at(-1)?.name ?? null) : null;
        return { entries: page, next, isCut: truncated };
      }),

    readFile: (place, { commit, path: file }, signal) =>
      within(place, signal, async (git) => {
        const name = toTree(commit, file);
        const { exitCode, stdout: stated } = await git(['cat-file', '-s', name]);
        const size = Number(stated);
        if (exitCode !== 0) throw absent(`The file "${file}"`);
        if (size > maxBytes.file) return { size, content: null, reason: 'too_large' };
        const blob = await git(['cat-file', 'blob', name]);
        if (blob.exitCode !== 0) throw absent(`The file "${file}"`);
        if (blob.stdout.includes('\0')) return { size, content: null, reason: 'binary' };
        return { size, content: blob.stdout, reason: null };
      }),

    search: (place, { commit, text, limit }, signal) =>
      within(place, signal, async (git) => {
        const options = ['-z', '-n', '-I', '--no-color', '--fixed-strings', '--ignore-case', '--max-count=20'];
        const { exitCode, stdout, truncated } = await git(
          ['grep', ...options, '--no-textconv', '--no-recurse-submodules', '-e', text, commit, '--'],
          { maxOutputBytes: maxBytes.search, timeoutMs: searchTimeoutMs },
        );
        if (exitCode !== 0 && exitCode !== 1) throw absent('The commit');
        const lines = stdout.split('\n').flatMap((line) => toLine(line, commit) ?? []);
        return { lines: lines.slice(0, limit), isCut: truncated || lines.length > limit };
      }),
  };
}

const originBranches = 'refs/remotes/origin/';

/** Names a folder or file of a commit; the empty path is its top. */
function toTree(commit: string, path: string): string {
  const problem = path === '' ? undefined : findCheckoutPathProblem(path);
  if (!isHash(commit) || problem !== undefined) throw absent(`The path "${path.slice(0, 200)}"`);
  return `${commit}:${path}`;
}

const kinds: ReadonlyMap<string, TreeEntry['kind']> = new Map([
  ['040000', 'folder'],
  ['120000', 'link'],
  ['160000', 'submodule'],
]);

/** Parses a line of `ls-tree --long`: mode, type, hash, size, path. */
function toEntry(line: string, folder: string): TreeEntry | undefined {
  const [, mode = '', size = '', name = ''] = /^(\d{6}) \w+ [0-9a-f]{40,64} +(\d+|-)\t(.+)$/su.exec(line) ?? [];
  if (name === '') return undefined;
  const path = folder === '' ? name : `${folder}/${name}`;
  const kind = findCheckoutPathProblem(path) === undefined ? (kinds.get(mode) ?? 'file') : 'other';
  return { name, kind, size: size === '-' ? null : Number(size) };
}

/** Folders come first, then names in the order of their code points. */
function inFolderOrder(one: TreeEntry, other: TreeEntry): number {
  const folders = Number(other.kind === 'folder') - Number(one.kind === 'folder');
  return folders === 0 ? (one.name < other.name ? -1 : 1) : folders;
}

/** Parses a line of `grep -z -n`: commit and path, NUL, line number, `:` or NUL, text. */
function toLine(line: string, commit: string): FoundLine | undefined {
  const end = line.indexOf('\0');
  if (end === -1 || !line.startsWith(`${commit}:`)) return undefined;
  const [, number = '', text = ''] = /^(\d+)[:\0](.*)$/su.exec(line.slice(end + 1)) ?? [];
  const path = line.slice(commit.length + 1, end);
  if (number === '' || findCheckoutPathProblem(path) !== undefined) return undefined;
  return { path, line: Number(number), text: text.slice(0, maxLineLength) };
}
