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

/** Creates an empty listing. */
export function createArchiveListing({
  maxEntries,
  maxDepth,
}: Pick<ArchiveLimits, 'maxEntries' | 'maxDepth'>): ArchiveListing {
  const byKey = new Map<string, Named>();
  let entries = 0;

  function count(): void {
    entries += 1;
    if (entries > maxEntries) throw tooManyEntries(maxEntries);
  }

  function claim(path: string, kind: Named['kind']): void {
    const key = toPathKey(path);
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
      const path = parseArchivePath(name, maxDepth);
      claimFolders(path);
      claim(path, 'file');
      return path;
    },
    addFolder(name) {
      count();
      if (name === './' || name === '.') return;
      const path = parseArchivePath(name.replace(/(?<=[^/])\/$/, ''), maxDepth);
      claimFolders(path);
      claim(path, 'folder');
    },
  };
}

/** Creates the refusal of an archive with too many entries, for callers that can count them beforehand. */
export function tooManyEntries(maxEntries: number): AppError {
  return refuseArchive('entry_count', {
    message: `The archive has more than ${maxEntries} files and folders. Pack the folder of the chart alone.`,
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
 * Parses the name of a file or folder in an archive as a path in a workspace.
 *
 * @throws AppError of `refuseArchive` if {@link parseWorkspacePath} does not accept the path.
 */
function parseArchivePath(name: string, maxDepth: number): string {
  for (const [reason, isBroken, message] of nameRules) {
    if (isBroken(name)) throw refuseArchive(reason, { entry: name, message });
  }
  const path = toWorkspacePath(name);
  const depth = path.split('/').length;
  if (depth <= maxDepth) return path;
  throw refuseArchive('too_deep', {
    entry: name,
    message: `lies in ${depth - 1} folders, one in the other; ${maxDepth - 1} are allowed.`,
  });
}

function toWorkspacePath(name: string): string {
  try {
    return parseWorkspacePath(name);
  } catch (cause) {
    if (!AppError.isInstance(cause)) throw cause;
    throw refuseArchive('invalid_path', { entry: name, message: `cannot be imported: its ${cause.message}`, cause });
  }
}
