import { effectiveContent, type WorkspaceFile } from '@shipmate/domain';
import type { FileView } from '@shipmate/protocol';
import { diffLines } from 'diff';

/** A file as the browser shows it, with the lines that its pending change adds and removes. */
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
  };
}

function countChangedLines(before: string, after: string): { readonly additions: number; readonly deletions: number } {
  let additions = 0;
  let deletions = 0;
  for (const { added, removed, count } of diffLines(before, after)) {
    if (added) additions += count;
    if (removed) deletions += count;
  }
  return { additions, deletions };
}
