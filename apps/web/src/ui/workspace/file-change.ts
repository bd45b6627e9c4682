import type { FileView } from '@shipmate/protocol';

/** What a pending change does to a file, as the page words it. */
export type FileChange = 'new' | 'modified' | 'deleted' | 'renamed';

const changes = { create: 'new', modify: 'modified', delete: 'deleted', rename: 'renamed' } as const;

/** The pending change of a file, if any. */
export function changeOf({ pendingOp }: Pick<FileView, 'pendingOp'>): FileChange | null {
  return pendingOp === null ? null : changes[pendingOp];
}

/** Where a file will be once its change is accepted. */
export function pathOf(file: Pick<FileView, 'path' | 'pendingPath'>): string {
  return file.pendingPath ?? file.path;
}

/** The two sides of a file's pending change: a new file begins empty, a deleted one ends so. */
export function sidesOf(file: FileView): { readonly before: string; readonly after: string } {
  return { before: file.pendingOp === 'create' ? '' : file.content, after: file.contentPending ?? '' };
}
