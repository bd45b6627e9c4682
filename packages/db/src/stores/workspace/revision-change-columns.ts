import { type AcceptedFile, digestOf, type RevisionChanges, type WorkspaceFile } from '@shipmate/domain/workspace';
import { type Insertable, sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { WorkspaceRevisionTable } from '../../schema/workspace-tables.ts';
import type { RevisionKey } from './workspace-file-rows.ts';

/** Returns the accepted files of a new revision with digests in place of their contents. */
export function acceptedDigests(files: readonly WorkspaceFile[]): readonly AcceptedFile[] {
  return files.flatMap(({ id, path, content, pending }) =>
    pending?.op === 'create' ? [] : [{ id, path, content: digestOf(content) }],
  );
}

/** Reads the accepted files of a stored revision, likewise. */
export async function readDigests(
  executor: Executor,
  { workspaceId, revisionNumber }: RevisionKey,
): Promise<readonly AcceptedFile[]> {
  const rows = await executor
    .selectFrom('workspace_file')
    .select(['id', 'path', 'content_digest'])
    .select(sql<string | null>`case when content_digest is null then content end`.as('content'))
    .where('workspace_id', '=', workspaceId)
    .where('revision_number', '=', revisionNumber)
    .where(sql<boolean>`pending_op is distinct from 'create'`)
    .execute();
  return rows.map(({ id, path, content_digest, content }) => ({
    id,
    path,
    content: content_digest ?? digestOf(content ?? ''),
  }));
}

/** Returns the columns of a revision's changes. */
export function toChangeColumns(
  changes: RevisionChanges,
): Pick<Insertable<WorkspaceRevisionTable>, 'files_added' | 'files_removed' | 'files_modified' | 'files_renamed'> {
  return {
    files_added: changes.added,
    files_removed: changes.removed,
    files_modified: changes.modified,
    files_renamed: changes.renamed,
  };
}
