import type { FileSummary, FileView } from '@shipmate/protocol/web/workspace';

/** The kind of a pending change, as the page names it. */
export type FileChange = 'new' | 'modified' | 'deleted' | 'renamed';

const changes = { create: 'new', modify: 'modified', delete: 'deleted', rename: 'renamed' } as const;

/** Returns the kind of a file's pending change, if any. */
export function changeOf({ pendingOp }: Pick<FileSummary, 'pendingOp'>): FileChange | null {
  return pendingOp === null ? null : changes[pendingOp];
}

/** Returns the path of a file after acceptance of its pending change. */
export function pathOf(file: Pick<FileSummary, 'path' | 'pendingPath'>): string {
  return file.pendingPath ?? file.path;
}

/** Returns both sides of a file's pending change: a new file starts empty, a deleted one ends empty. */
export function sidesOf(file: FileView): { readonly before: string; readonly after: string } {
  return { before: file.pendingOp === 'create' ? '' : file.content, after: file.contentPending ?? '' };
}
