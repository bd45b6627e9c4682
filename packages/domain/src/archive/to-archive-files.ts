import { effectiveContent, effectivePath, type WorkspaceFile } from '../workspace/workspace-file.ts';
import type { ArchiveFile } from './archive-contents.ts';

/** Returns the files of a revision, accepted or with all pending changes, by path. */
export function toArchiveFiles(
  files: readonly WorkspaceFile[],
  { pending }: { readonly pending: boolean },
): ArchiveFile[] {
  return files.flatMap((file) => (pending ? afterPending(file) : beforePending(file))).toSorted(byPath);
}

function beforePending({ path, content, pending }: WorkspaceFile): ArchiveFile[] {
  return pending?.op === 'create' ? [] : [{ path, content }];
}

function afterPending(file: WorkspaceFile): ArchiveFile[] {
  const content = effectiveContent(file);
  if (content === undefined) return [];
  return [{ path: effectivePath(file), content }];
}

function byPath(left: ArchiveFile, right: ArchiveFile): number {
  return left.path < right.path ? -1 : 1;
}
