import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findWorkspaces, readTsconfig, toSourceManifest } from '@shipmate/code-analysis';

/** A part of a skeleton. */
interface SkeletonPart {
  /** A folder outside of the repository, the same for all parts. */
  readonly folder: string;
  /** The paths of files to write empty, joined by NUL. */
  readonly paths: string;
  /** Of the last part. */
  readonly project?: SkeletonProject;
}

/** The manifests of a repository, and the files to which they may lead. */
interface SkeletonProject {
  /** The texts of `package.json`, `tsconfig.json` and `pnpm-workspace.yaml` by path. */
  readonly manifests: ReadonlyMap<string, string>;
  /** The paths of all files that can be imported, joined by NUL. */
  readonly paths: string;
}

/**
 * Writes a part of a skeleton: an empty file for each path, and with the last part manifests that hold only what the resolver reads, with
 * paths inside of the folder. The only links are those from `node_modules` to packages of the repository.
 */
export function writeSkeleton({ folder, paths: joined, project }: SkeletonPart): void {
  const root = realpathSync(folder);
  const paths = toPaths(joined);
  makeFolders(root, paths);
  for (const path of paths) if (!isManifest(path)) write(root, path, '');
  if (project === undefined) return;
  const { manifests } = project;
  makeFolders(root, manifests.keys());
  writeManifests(root, manifests, createPathIndex(toPaths(project.paths)));
}

function makeFolders(root: string, paths: Iterable<string>): void {
  const folders = new Set<string>();
  for (const path of paths) folders.add(dirname(path));
  for (const each of folders) attempt(() => mkdirSync(join(root, each), { recursive: true }));
}

function toPaths(joined: string): readonly string[] {
  return joined.split('\0').filter((path) => path !== '');
}

function writeManifests(
  root: string,
  manifests: SkeletonProject['manifests'],
  exists: (pattern: string) => boolean,
): void {
  for (const [path, text] of manifests) {
    if (!path.endsWith('package.json')) continue;
    const own = dirname(path) === '.' ? '' : dirname(path);
    write(root, path, JSON.stringify(toSourceManifest(parse(text), { folder: own, exists })));
  }
  writeConfigs(root, manifests);
  // The resolver looks no further up than this folder.
  for (const name of ['package.json', 'tsconfig.json']) write(root, name, '{}');
  for (const { name, folder: target, from } of findWorkspaces(manifests)) {
    const link = join(root, from, 'node_modules', name);
    attempt(() => {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(relative(dirname(link), join(root, target)), link, 'junction');
    });
  }
}

function writeConfigs(root: string, manifests: ReadonlyMap<string, string>): void {
  const folders = new Map(findWorkspaces(manifests).map(({ name, folder }) => [name, folder]));
  const files = {
    textOf: (path: string) => manifests.get(path),
    packageFolder: (name: string) => folders.get(name),
  };
  for (const path of manifests.keys()) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (!/^(?:ts|js)config[\w.-]*\.json$/u.test(name)) continue;
    // A project of JavaScript is configured in the same way.
    const target = name === 'jsconfig.json' ? path.replace(/jsconfig\.json$/u, 'tsconfig.json') : path;
    if (target !== path && manifests.has(target)) continue;
    write(root, target, JSON.stringify(readTsconfig(path, files)));
  }
}

/** Returns true for files whose text is not empty in the skeleton. */
export function isManifest(path: string): boolean {
  return /(?:^|\/)(?:package\.json|(?:ts|js)config[\w.-]*\.json|pnpm-workspace\.yaml)$/u.test(path);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return {};
  }
}

/** Finds paths, also by a pattern with one `*`. */
function createPathIndex(paths: readonly string[]): (pattern: string) => boolean {
  const all = new Set(paths);
  const sorted = paths.toSorted();
  return (pattern) => {
    const star = pattern.indexOf('*');
    if (star < 0) return all.has(pattern);
    const [prefix, suffix] = [pattern.slice(0, star), pattern.slice(star + 1)];
    if (suffix.includes('*')) return false;
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < prefix) low = middle + 1;
      else high = middle;
    }
    for (let at = low; sorted[at]?.startsWith(prefix); at += 1) if (sorted[at]?.endsWith(suffix)) return true;
    return false;
  };
}

function write(root: string, path: string, text: string): void {
  // Names that differ in case only are one file on some systems: the first one stays.
  attempt(() => writeFileSync(join(root, path), text, { flag: 'wx', mode: 0o600 }));
}

/** Codes of files that cannot stand beside the others, or have too long a path: nothing is resolved to them. */
const harmless: ReadonlySet<string> = new Set(['EEXIST', 'ENAMETOOLONG', 'ENOTDIR', 'ENOENT']);

function attempt(action: () => void): void {
  try {
    action();
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && harmless.has(String(thrown.code)))) throw thrown;
  }
}
