import { foldersOf } from './folders-of.ts';
import { toNameKey, toPathKey } from './path-key.ts';
import { findPathProblem } from './path-problem.ts';

/** Reasons why a file must not be in a tree. */
export type TreeProblemReason = 'unsafe_path' | 'colliding_path' | 'git_repository';

/** A path that must not be in a tree beside the others. */
export interface TreeProblem {
  readonly path: string;
  readonly reason: TreeProblemReason;
  /** Continues a sentence that begins with the path. */
  readonly message: string;
}

/**
 * Finds the files of a tree that must not leave Shipmate: unsafe paths, all but the first of paths that some
 * file system treats as one, and the `HEAD` of folders that git treats as a repository, whose `config` can
 * name programs.
 */
export function findTreeProblems(paths: readonly string[]): readonly TreeProblem[] {
  const names = new Map<string, string>();
  const files = new Set<string>();
  const problems: TreeProblem[] = [];
  for (const path of paths) {
    const unsafe = findPathProblem(path);
    const message = unsafe ?? claim(path, { names, files });
    if (message === undefined) continue;
    problems.push({ path, reason: unsafe === undefined ? 'colliding_path' : 'unsafe_path', message });
  }
  const found = new Set(problems.map(({ path }) => path));
  const heads = findRepositoryHeads(paths.filter((path) => !found.has(path)));
  return [
    ...problems,
    ...heads.map((path) => ({ path, reason: 'git_repository' as const, message: repositoryMessage })),
  ];
}

/** The names of a tree so far, folders included, by key; and the keys that are files. */
interface Claims {
  readonly names: Map<string, string>;
  readonly files: Set<string>;
}

/** Adds a file and its folders; returns the reason if another name is the same on some file systems. */
function claim(path: string, { names, files }: Claims): string | undefined {
  const folders = foldersOf(path);
  const twin = [...folders, path].map((name) => [name, names.get(toPathKey(name))] as const);
  const [, other] = twin.find(([name, known]) => known !== undefined && known !== name) ?? [];
  if (other !== undefined) return describeTwin(other);
  const key = toPathKey(path);
  if (names.has(key)) return 'occurs twice, as two files or as a file and a folder';
  const asFile = folders.find((folder) => files.has(toPathKey(folder)));
  if (asFile !== undefined) return `is in "${asFile}", which is a file`;
  for (const name of [...folders, path]) names.set(toPathKey(name), name);
  files.add(key);
  return undefined;
}

const repositoryMessage = 'is in a folder with "refs" and "objects" or "commondir", which git treats as a repository';

/** States that a path and another one are the same on some file systems. */
export function describeTwin(twin: string): string {
  return `differs from "${twin}" only in case, in the form of its letters or by invisible characters`;
}

/**
 * Finds each `HEAD` in a folder that git treats as a repository, whether or not the folder is called `.git`:
 * it has `objects` and `refs`, or `commondir` that names where they are (git's `is_git_directory`).
 */
function findRepositoryHeads(paths: readonly string[]): readonly string[] {
  const heads = paths.filter((path) => toNameKey(nameOf(path)) === 'head');
  if (heads.length === 0) return [];
  const known = new Set(paths.flatMap((path) => [path, ...foldersOf(path)]).map(toPathKey));
  return heads.filter((path) => {
    const folder = toPathKey(path).slice(0, -'head'.length);
    const has = (name: string) => known.has(folder + name);
    return has('commondir') || (has('objects') && has('refs'));
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
