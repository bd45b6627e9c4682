import { effectivePath, type WorkspaceFile } from './workspace-file.ts';
import { findPathClash } from './workspace-path.ts';

/**
 * The path that keeps a file from being at `path`: the same one, or one that is a folder of the other. A path is taken by a
 * file that is there, whatever is pending for it, and by one that is to be moved there.
 */
export function findTaken(path: string, files: readonly WorkspaceFile[]): string | undefined {
  const taken = files.flatMap((file) => [file.path, effectivePath(file)]);
  return taken.includes(path) ? path : findPathClash(path, taken);
}
