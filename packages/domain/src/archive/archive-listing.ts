import type { AppError } from '@shipmate/core';
import type { ArchiveLimits } from './archive-limits.ts';
import { parseArchivePath } from './archive-path.ts';
import { refuseArchive } from './archive-refusal.ts';
import { toPathKey } from '../workspace/path-key.ts';

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
