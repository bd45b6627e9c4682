import { digestOf, type PendingChange, type WorkspaceFile } from '@shipmate/domain/workspace';
import type { Insertable, Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { WorkspaceFileTable } from '../../schema/workspace-tables.ts';

/** Rows of one insert: ten parameters each, of the 65 535 that a statement may have. */
const rowsPerInsert = 1_000;
/** Characters of one insert, which the driver and the server copy several times. */
const charactersPerInsert = 2_000_000;

/** The revision of files. */
export interface RevisionKey {
  readonly workspaceId: string;
  readonly revisionNumber: number;
}

/** Writes files into a revision in a few statements of bounded size. */
export async function insertFiles(
  executor: Executor,
  revision: RevisionKey,
  files: readonly WorkspaceFile[],
): Promise<void> {
  let rows: Insertable<WorkspaceFileTable>[] = [];
  let characters = 0;
  for (const [index, file] of files.entries()) {
    const row = toFileRow(revision, file);
    rows.push(row);
    characters += row.content.length + (row.content_pending?.length ?? 0);
    const isFull = rows.length === rowsPerInsert || characters >= charactersPerInsert;
    if (!isFull && index < files.length - 1) continue;
    await executor.insertInto('workspace_file').values(rows).execute();
    rows = [];
    characters = 0;
  }
}

export function toFileRow(revision: RevisionKey, file: WorkspaceFile): Insertable<WorkspaceFileTable> {
  return {
    workspace_id: revision.workspaceId,
    revision_number: revision.revisionNumber,
    id: file.id,
    chart_id: file.chartId,
    path: file.path,
    content: file.content,
    content_digest: digestOf(file.content),
    ...toPendingColumns(file.pending),
  };
}

type PendingColumns = Pick<Selectable<WorkspaceFileTable>, 'pending_op' | 'content_pending' | 'pending_path'>;

export function toPendingColumns(pending: PendingChange | null): PendingColumns {
  return {
    pending_op: pending?.op ?? null,
    content_pending: pending && 'content' in pending ? (pending.content ?? null) : null,
    pending_path: pending?.op === 'rename' ? pending.path : null,
  };
}

export function toFile(
  row: Omit<Selectable<WorkspaceFileTable>, 'workspace_id' | 'revision_number' | 'content_digest'>,
): WorkspaceFile {
  return { id: row.id, chartId: row.chart_id, path: row.path, content: row.content, pending: toPendingChange(row) };
}

/**
 * Converts a row to its pending change; a table check guarantees consistent columns, `''` replaces impossible nulls.
 */
function toPendingChange(row: PendingColumns): PendingChange | null {
  const content = row.content_pending;
  switch (row.pending_op) {
    case null:
      return null;
    case 'delete':
      return { op: 'delete' };
    case 'rename':
      return { op: 'rename', path: row.pending_path ?? '', ...(content === null ? {} : { content }) };
    case 'create':
    case 'modify':
      return { op: row.pending_op, content: content ?? '' };
  }
}
