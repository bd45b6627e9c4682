import { AppError } from '@shipmate/core';
import { normalizePath } from '../workspace/normalize-path.ts';
import { toPathKey } from '../workspace/path-key.ts';
import { parseWorkspacePath } from '../workspace/workspace-path.ts';
import type { ArchiveLimits } from './archive-limits.ts';
import { type ArchiveRefusalReason, refuseArchive } from './archive-refusal.ts';

/** The entries of an archive so far; ensures that each name means one thing on every file system. */
export interface ArchiveListing {
  /** Adds a file and returns its path in the workspace. @throws AppError of `refuseArchive`. */
  addFile(name: string): string;
  /** @throws AppError of `refuseArchive`. */
  addFolder(name: string): void;
}

interface Named {
  readonly path: string;
  readonly kind: 'file' | 'folder';
}

/** Rules for the paths of an archive, in addition to its limits. */
type ListingLimits = Pick<ArchiveLimits, 'maxEntries' | 'maxDepth' | 'remedy'> & {
  /**
   * `checkout` for files of a repository, where names may differ in case only and the caller checks each path by
   * `findCheckoutPathProblem`. Default: `workspace`.
   */
  readonly profile?: 'workspace' | 'checkout';
};

/** Creates an empty listing. */
export function createArchiveListing(limits: ListingLimits): ArchiveListing {
  const { maxEntries, profile = 'workspace' } = limits;
  const toKey = profile === 'workspace' ? toPathKey : (path: string) => path;
  const byKey = new Map<string, Named>();
  let entries = 0;

  function count(): void {
    entries += 1;
    if (entries > maxEntries) throw tooManyEntries(limits);
  }

  function claim(path: string, kind: Named['kind']): void {
    const key = toKey(path);
    const taken = byKey.get(key);
    if (!taken) byKey.set(key, { path, kind });
    else if (taken.path !== path) {
      const message = `differs from ${JSON.stringify(taken.path)} only in case or in the form of its letters; rename one.`;
      throw refuseArchive('colliding_names', { entry: path, message });
    } else if (taken.kind !== kind) {
      throw refuseArchive('file_and_folder', { entry: path, message: 'is a file and a folder at once.' });
    } else if (kind === 'file') {
      throw refuseArchive('duplicate_name', { entry: path, message: 'occurs twice; pack the folder again.' });
    }
  }

  function claimFolders(path: string): void {
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) claim(path.slice(0, at), 'folder');
  }

  return {
    addFile(name) {
      count();
      const path = parseArchivePath(name, limits);
      claimFolders(path);
      claim(path, 'file');
      return path;
    },
    addFolder(name) {
      count();
      if (name === './' || name === '.') return;
      const path = parseArchivePath(name.replace(/(?<=[^/])\/$/, ''), limits);
      claimFolders(path);
      claim(path, 'folder');
    },
  };
}

/** Creates the refusal of an archive with too many entries, for callers that can count them beforehand. */
export function tooManyEntries({ maxEntries, remedy }: Pick<ArchiveLimits, 'maxEntries' | 'remedy'>): AppError {
  return refuseArchive('entry_count', {
    message: `The archive has more than ${maxEntries} files and folders. ${remedy}`,
  });
}

const nameRules: readonly (readonly [ArchiveRefusalReason, (name: string) => boolean, message: string])[] = [
  ['name_encoding', (name) => name.includes('\uFFFD'), 'has a name that is not UTF-8.'],
  ['backslash', (name) => name.includes('\\'), 'has a backslash in its name; separate folders with "/".'],
  ['absolute_path', (name) => name.startsWith('/'), 'has an absolute path; pack relative ones.'],
  ['drive_letter', (name) => /^[a-zA-Z]:/.test(name), 'begins with a drive letter; pack relative paths.'],
  ['traversal', leadsOut, 'leads out of its folder by "..".'],
];

function leadsOut(name: string): boolean {
  return normalizePath(name).problem === 'leads out of the workspace';
}

/**
 * Parses the name of a file or folder in an archive as a path in a workspace or a checkout.
 *
 * @throws AppError of `refuseArchive` if it leads elsewhere, or if {@link parseWorkspacePath} does not accept the path of a workspace.
 */
function parseArchivePath(name: string, { maxDepth, profile }: ListingLimits): string {
  for (const [reason, isBroken, message] of nameRules) {
    if (isBroken(name)) throw refuseArchive(reason, { entry: name, message });
  }
  const path = profile === 'checkout' ? toCheckoutPath(name) : toWorkspacePath(name);
  const depth = path.split('/').length;
  if (depth <= maxDepth) return path;
  throw refuseArchive('too_deep', {
    entry: name,
    message: `lies in ${depth - 1} folders, one in the other; ${maxDepth - 1} are allowed.`,
  });
}

function toCheckoutPath(name: string): string {
  const { path, problem = 'is empty' } = normalizePath(name);
  if (path !== undefined && path !== '') return path;
  throw refuseArchive('invalid_path', { entry: name, message: `cannot be imported: its path ${problem}.` });
}

function toWorkspacePath(name: string): string {
  try {
    return parseWorkspacePath(name);
  } catch (cause) {
    if (!AppError.isInstance(cause)) throw cause;
    throw refuseArchive('invalid_path', { entry: name, message: `cannot be imported: its ${cause.message}`, cause });
  }
}
