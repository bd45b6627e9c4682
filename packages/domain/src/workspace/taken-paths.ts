import { foldersOf } from './folders-of.ts';
import { toPathKey } from './path-key.ts';
import { effectivePath, type WorkspaceFile } from './workspace-file.ts';

/**
 * Paths that no other file can take. A path is taken by an existing file, whatever is pending for it, and by
 * a pending move to it. Paths that some file system treats as one are equal.
 */
export interface TakenPaths {
  /**
   * Returns the path that keeps a file from being at `path`: an equal one, or one that is a folder of the
   * other.
   */
  find(path: string): string | undefined;
  add(file: WorkspaceFile): void;
  remove(file: WorkspaceFile): void;
}

/** Collects the paths that files take. */
export function toTakenPaths(files: readonly WorkspaceFile[]): TakenPaths {
  const pathsByKey = new Map<string, Set<string>>();
  const pathsByFolder = new Map<string, Set<string>>();
  const takenBy = (file: WorkspaceFile) => new Set([file.path, effectivePath(file)]);
  const taken: TakenPaths = {
    find(path) {
      const [key, ...folders] = keysOf(path);
      return [
        firstOf(pathsByKey.get(key)),
        firstOf(pathsByFolder.get(key)),
        ...folders.map((folder) => firstOf(pathsByKey.get(folder))),
      ].find((other) => other !== undefined);
    },
    add(file) {
      for (const path of takenBy(file)) {
        const [key, ...folders] = keysOf(path);
        addTo(pathsByKey, key, path);
        for (const folder of folders) addTo(pathsByFolder, folder, path);
      }
    },
    remove(file) {
      for (const path of takenBy(file)) {
        const [key, ...folders] = keysOf(path);
        pathsByKey.get(key)?.delete(path);
        for (const folder of folders) pathsByFolder.get(folder)?.delete(path);
      }
    },
  };
  for (const file of files) taken.add(file);
  return taken;
}

/** Returns the key of a path and those of its folders. */
function keysOf(path: string): readonly [string, ...string[]] {
  const key = toPathKey(path);
  return [key, ...foldersOf(key)];
}

function addTo(groups: Map<string, Set<string>>, key: string, path: string): void {
  groups.set(key, (groups.get(key) ?? new Set()).add(path));
}

function firstOf(paths: ReadonlySet<string> | undefined): string | undefined {
  const [first] = paths ?? [];
  return first;
}
