import { Buffer } from 'node:buffer';
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { AppError } from '@shipmate/core';
import { LRUCache } from 'lru-cache';
import type { GitSetting } from './git-variables.ts';
import { runGit } from './run-git.ts';

/** A repository that was checked before git runs in it. */
interface GitRepository {
  readonly gitDir: string;
  /** Undefined for a bare repository. */
  readonly workTree: string | undefined;
  /** Settings that replace the filters of the repository by none. */
  readonly settings: readonly GitSetting[];
}

/** Options for {@link openRepository}. */
interface OpenRepository {
  /** The root of the work tree, or a bare repository. */
  readonly folder: string;
  readonly isBare?: boolean;
  /** True for a call that connects to a remote, which more settings influence. */
  readonly connects?: boolean;
  readonly signal: AbortSignal;
  readonly path?: string | undefined;
}

const maxConfigBytes = 256_000;
const maxLinkBytes = 4_096;
/** The most folders of a repository that are searched for links. */
const maxFolders = 20_000;

/**
 * Finds the repository of a work tree and checks everything in it that makes git start programs or read other places: its parts are
 * no links, it borrows no objects, and its settings are harmless. Drivers that filter content are replaced by none.
 *
 * @throws AppError `NOT_FOUND` where there is no repository, `CONFLICT` that names the part or the setting that is refused.
 */
export async function openRepository(options: OpenRepository): Promise<GitRepository> {
  const { folder, isBare = false, connects = false, signal, path } = options;
  const { gitDir, commonDir, workTree } = isBare ? await bareAt(folder) : await findGitDir(folder);
  // The folder of a work tree is inside of the repository.
  await requireNoLinks(commonDir, { folders: maxFolders });
  for (const name of ['objects/info/alternates', 'objects/info/http-alternates']) {
    if (await exists(join(commonDir, name))) throw refused(`borrows objects of another repository in ${name}`);
  }
  const files = [join(commonDir, 'config'), ...(workTree === undefined ? [] : [join(gitDir, 'config.worktree')])];
  const settings: GitSetting[] = [];
  for (const file of files) {
    const text = await readSmall(file, maxConfigBytes);
    const { filters, problem, remoteProblem } = await readConfig(text, { signal, path });
    const found = problem ?? (connects ? remoteProblem : undefined);
    if (found !== undefined) {
      throw refused(`sets "${found}", which can start programs or redirect connections. Remove that setting`, found);
    }
    settings.push(...filters);
  }
  if (workTree !== undefined) await requireOwnPaths({ gitDir, workTree, settings }, { signal, path });
  return { gitDir, workTree, settings };
}

interface GitPlace {
  readonly gitDir: string;
  /** The folder that the work trees of a repository share. */
  readonly commonDir: string;
  readonly workTree: string | undefined;
}

async function bareAt(folder: string): Promise<GitPlace> {
  const gitDir = await realpath(folder).catch(() => {
    throw absent();
  });
  return { gitDir, commonDir: gitDir, workTree: undefined };
}

async function findGitDir(folder: string): Promise<GitPlace> {
  const workTree = await realpath(folder).catch(() => {
    throw absent();
  });
  const entry = join(workTree, '.git');
  const stat = await lstat(entry).catch(() => undefined);
  if (!stat) throw absent();
  if (stat.isDirectory()) {
    if (await exists(join(entry, 'commondir'))) throw refused('names another repository in .git/commondir');
    return { gitDir: entry, commonDir: entry, workTree };
  }
  if (!stat.isFile()) throw refused('has a .git that is neither a folder nor a file');
  const [, target = ''] = /^gitdir: ([^\n]+)\n?$/u.exec(await readSmall(entry, maxLinkBytes)) ?? [];
  const gitDir = await realpath(resolve(workTree, target)).catch(() => '');
  const commonDir = dirname(dirname(gitDir));
  // A work tree and its folder in the repository name each other; a file that points to another's work tree does not.
  const isOwn =
    basename(dirname(gitDir)) === 'worktrees' &&
    resolve(gitDir, (await readSmall(join(gitDir, 'commondir'), maxLinkBytes)).trim()) === commonDir &&
    (await realpath(resolve(gitDir, (await readSmall(join(gitDir, 'gitdir'), maxLinkBytes)).trim())).catch(
      () => '',
    )) === entry;
  if (!isOwn) throw refused('has a .git file that points to a repository whose work tree this is not');
  return { gitDir, commonDir, workTree };
}

/** Folders without links, by path: their state when they were read, and the folders in them. */
const linkFree = new LRUCache<string, { readonly state: string; readonly folders: readonly string[] }>({
  max: 2 * maxFolders,
});

/** Reading and writing would go through a link to another place. A folder is read again when one of its entries is another. */
async function requireNoLinks(folder: string, left: { folders: number }): Promise<void> {
  left.folders -= 1;
  if (left.folders < 0) throw refused(`has more than ${maxFolders} folders in .git`);
  const state = await stateOf(folder);
  if (state === undefined) throw absent();
  const known = linkFree.get(folder);
  const folders = known?.state === state ? known.folders : await readFolders(folder);
  linkFree.set(folder, { state, folders });
  await Promise.all(folders.map((name) => requireNoLinks(join(folder, name), left)));
}

async function readFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw absent();
  });
  const link = entries.find((entry) => entry.isSymbolicLink());
  if (link) throw refused(`has a link in place of ${link.name} in .git`);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Returns what tells a file or folder from its later states; `undefined` if there is none. */
async function stateOf(path: string): Promise<string | undefined> {
  const stat = await lstat(path, { bigint: true }).catch(() => undefined);
  return stat && [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
}

/** The state of each index that lists no path outside of its work tree, by path. */
const checkedIndexes = new LRUCache<string, string>({ max: 1_000 });

/** Git reads and writes each path of an index without a check: it makes none that leads outside, but another program can. */
async function requireOwnPaths(
  { gitDir, workTree, settings }: GitRepository,
  { signal, path }: Pick<OpenRepository, 'signal' | 'path'>,
): Promise<void> {
  const index = join(gitDir, 'index');
  const state = await stateOf(index);
  if (state === undefined || workTree === undefined || checkedIndexes.get(index) === state) return;
  const paths = createPathCheck();
  const { exitCode } = await runGit({
    folder: workTree,
    args: ['ls-files', '-z', '--cached'],
    repository: { gitDir, workTree },
    settings,
    signal,
    path,
    onStdout: (bytes) => paths.append(bytes),
  });
  if (exitCode !== 0) throw refused('has an index that git cannot read');
  if (paths.isOutside()) throw refused('has an index with a path that leads outside or into .git');
  checkedIndexes.set(index, state);
}

/** Reads the paths that git lists, and finds those that it would never put into an index. */
function createPathCheck() {
  let rest = '';
  let isOutside = false;
  return {
    append(bytes: Uint8Array): void {
      const paths = `${rest}${Buffer.from(bytes).toString('latin1')}`.split('\0');
      rest = paths.pop() ?? '';
      isOutside ||= paths.some((path) => /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/iu.test(path));
    },
    isOutside: () => isOutside,
  };
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

/** Reads a small regular file; `''` if there is none. */
async function readSmall(path: string, maxBytes: number): Promise<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR') return undefined;
    throw refused(`has no readable file ${basename(path)}`);
  });
  if (!handle) return '';
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > maxBytes) throw refused(`has no regular file ${basename(path)} of usual size`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

/** What the settings of a repository mean for a call. */
interface ConfigCheck {
  readonly filters: readonly GitSetting[];
  /** A key that no call accepts. */
  readonly problem: string | undefined;
  /** A key that no call to a remote accepts. */
  readonly remoteProblem: string | undefined;
}

/** A text is checked once: its check depends on nothing else. */
const checks = new LRUCache<string, ConfigCheck>({ max: 500 });

async function readConfig(text: string, call: Pick<OpenRepository, 'signal' | 'path'>): Promise<ConfigCheck> {
  const { createHash } = await import('node:crypto');
  const key = createHash('sha256').update(text).digest('hex');
  const known = checks.get(key);
  if (known) return known;
  // Git itself reads the text, outside of the repository, so that both read the same.
  const args = ['config', '--file', '-', '--no-includes', '--null', '--list'];
  const { exitCode, stdout, truncated } = await runGit({ ...call, folder: '/', args, stdin: text });
  if (exitCode !== 0 || truncated) throw refused('has a config file that git cannot read');
  const check = checkConfig(stdout.split('\0').filter((record) => record !== ''));
  checks.set(key, check);
  return check;
}

const harmlessUpdates = /^(?:none|checkout|merge|rebase)$/iu;

/** Keys that start programs, include files or name other places. Sections and names are in lower case, as git lists them. */
const dangerousKeys: readonly RegExp[] = [
  /^include(?:if\..*)?\.path$/su,
  /^alias\./su,
  /^hook\..*\.command$/su,
  /^diff\..*\.(?:command|textconv)$/su,
  /^merge\..*\.driver$/su,
  /^branch\..*\.mergeoptions$/su,
  /^trailer\..*\.(?:command|cmd)$/su,
  /^remote\..*\.(?:uploadpack|receivepack|vcs|promisor|partialclonefilter)$/su,
  /^extensions\.partialclone$/su,
  // A remote that is called like an address replaces that address.
  /^remote\..*:.*\./su,
  /^url\..*\.(?:insteadof|pushinsteadof)$/su,
  /^credential\.(?!(?:.*\.)?(?:username|usehttppath)$)/su,
];

/** Settings of connections that a remote may have without changing its end or what is sent. */
const dangerousForRemotes: readonly RegExp[] = [
  /^http\.(?!(?:.*\.)?(?:postbuffer|version|lowspeedlimit|lowspeedtime)$)/su,
  /^remote\..*\.(?:proxy|proxyauthmethod)$/su,
  /^(?:core\.gitproxy|socks\..*)$/su,
  // Names a place from which objects are read, and a file whose lines are in messages.
  /^fetch\.(?:bundleuri|fsck\.skiplist)$/su,
];

function checkConfig(records: readonly string[]): ConfigCheck {
  const settings = records.map((record): GitSetting => {
    const end = record.indexOf('\n');
    return end < 0 ? [record, ''] : [record.slice(0, end), record.slice(end + 1)];
  });
  const isDangerous = ([key, value]: GitSetting): boolean =>
    dangerousKeys.some((pattern) => pattern.test(key)) ||
    (/^submodule\..*\.update$/su.test(key) && !harmlessUpdates.test(value));
  const drivers = new Set(
    settings.flatMap(([key]) => /^(filter\..*)\.(?:clean|smudge|process|required)$/su.exec(key)?.[1] ?? []),
  );
  return {
    filters: [...drivers].flatMap((driver): GitSetting[] => [
      [`${driver}.clean`, ''],
      [`${driver}.smudge`, ''],
      [`${driver}.process`, ''],
      [`${driver}.required`, 'false'],
    ]),
    problem: settings.find(isDangerous)?.[0],
    remoteProblem: settings.find(([key]) => dangerousForRemotes.some((pattern) => pattern.test(key)))?.[0],
  };
}

function absent(): AppError {
  return new AppError({
    code: 'NOT_FOUND',
    message: 'The checkout has no git repository. Work in the root of a repository, or run git init there.',
  });
}

function refused(problem: string, setting?: string): AppError {
  return new AppError({
    code: 'CONFLICT',
    message: `Git does not run here: the repository ${problem}.`,
    details: { reason: 'repository', ...(setting !== undefined && { setting }) },
    recoverable: false,
  });
}
