import { countChangedLines } from '@shipmate/domain/text';
import { effectiveContent, listHunks, versionOf, type WorkspaceFile } from '@shipmate/domain/workspace';
import type { FileView } from '@shipmate/protocol/web/workspace';

/** Returns a file for the browser, with the numbers of lines that its pending change adds and removes. */
export function toFileView(file: WorkspaceFile): FileView {
  const { id, chartId, path, content, pending } = file;
  return {
    id,
    chartId,
    path,
    content,
    contentPending: pending === null ? null : (effectiveContent(file) ?? null),
    pendingOp: pending?.op ?? null,
    pendingPath: pending?.op === 'rename' ? pending.path : null,
    ...countChangedLines(content, effectiveContent(file) ?? ''),
    version: versionOf(file),
    hunks: [...listHunks(file)],
  };
}
