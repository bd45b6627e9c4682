import { AppError } from '@shipmate/core';
import { effectiveContent, type PendingChange, type WorkspaceFile } from './workspace-file.ts';

/** Selection of pending changes: all of them, or those of the files at these paths. */
export type ChangeSelection = 'all' | readonly string[];

/**
 * Returns the pending change that gives a file the content `content`; `null` if that is its accepted content.
 */
export function toPending(file: WorkspaceFile, content: string): PendingChange | null {
  if (file.pending?.op === 'create') return { op: 'create', content };
  const isAccepted = content === file.content;
  if (file.pending?.op === 'rename') {
    return { op: 'rename', path: file.pending.path, ...(isAccepted ? {} : { content }) };
  }
  return isAccepted ? null : { op: 'modify', content };
}

/** Returns the files of a revision without pending changes. */
export function acceptedFiles(files: readonly WorkspaceFile[]): readonly WorkspaceFile[] {
  return files.flatMap((file) => (file.pending?.op === 'create' ? [] : [{ ...file, pending: null }]));
}

/** Returns the files of the next revision: selected changes accepted, the others still pending. */
export function acceptPending(files: readonly WorkspaceFile[], selection: ChangeSelection): readonly WorkspaceFile[] {
  const isSelected = selector(files, selection);
  return files.flatMap((file) => {
    if (!isSelected(file)) return [file];
    const content = effectiveContent(file);
    if (content === undefined) return [];
    return [{ ...file, path: file.pending?.op === 'rename' ? file.pending.path : file.path, content, pending: null }];
  });
}

/** Returns the files without the selected changes: a rejected new file is removed. */
export function rejectPending(files: readonly WorkspaceFile[], selection: ChangeSelection): readonly WorkspaceFile[] {
  const isSelected = selector(files, selection);
  return files.flatMap((file) => {
    if (!isSelected(file)) return [file];
    return file.pending?.op === 'create' ? [] : [{ ...file, pending: null }];
  });
}

function selector(files: readonly WorkspaceFile[], selection: ChangeSelection): (file: WorkspaceFile) => boolean {
  const pending = new Set(files.filter((file) => file.pending !== null).map((file) => file.path));
  if (selection !== 'all') {
    const missing = selection.filter((path) => !pending.has(path));
    if (missing.length > 0) {
      throw new AppError({
        code: 'CONFLICT',
        message: `Nothing is pending for ${missing.join(', ')}. Reload to see the current changes.`,
        details: { paths: missing },
      });
    }
    const chosen = new Set(selection);
    return (file) => chosen.has(file.path);
  }
  if (pending.size === 0) throw new AppError({ code: 'CONFLICT', message: 'No change is pending.' });
  return (file) => file.pending !== null;
}
