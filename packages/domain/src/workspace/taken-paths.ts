import { effectivePath, type WorkspaceFile } from './workspace-file.ts';

/**
 * Where no other file can be. A path is taken by a file that is there, whatever is pending for it, and by one that is to be
 * moved there.
 */
export interface TakenPaths {
  /** What keeps a file from being at `path`: the same path, or one that is a folder of the other. */
  find(path: string): string | undefined;
  add(file: WorkspaceFile): void;
  remove(file: WorkspaceFile): void;
}

/** Collects what files take. */
export function toTakenPaths(files: readonly WorkspaceFile[]): TakenPaths {
  const paths = new Set<string>();
  const pathsByFolder = new Map<string, Set<string>>();
  const takenBy = (file: WorkspaceFile) => [file.path, effectivePath(file)];
  const taken: TakenPaths = {
    find(path) {
      if (paths.has(path)) return path;
      const [below] = pathsByFolder.get(path) ?? [];
      return below ?? foldersOf(path).find((folder) => paths.has(folder));
    },
    add(file) {
      for (const path of takenBy(file)) {
        paths.add(path);
        for (const folder of foldersOf(path)) {
          const inFolder = pathsByFolder.get(folder) ?? new Set();
          pathsByFolder.set(folder, inFolder.add(path));
        }
      }
    },
    remove(file) {
      for (const path of takenBy(file)) {
        paths.delete(path);
        for (const folder of foldersOf(path)) pathsByFolder.get(folder)?.delete(path);
      }
    },
  };
  for (const file of files) taken.add(file);
  return taken;
}

/** `a/b/c` is in `a` and in `a/b`. */
function foldersOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}
