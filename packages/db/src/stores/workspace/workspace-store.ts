import { AppError } from '@shipmate/core';
import type { StorageQuota } from '@shipmate/domain/storage';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import { inOrganization, requireId, requireWorkspaceScope } from '../../tenancy/tenancy.ts';
import { createKeepQuota, type KeepQuota } from './keep-quota.ts';
import { createFileReader } from './read-files.ts';
import { createWorkspaceReader } from './read-workspaces.ts';
import { readStorageUsage } from './storage-usage.ts';
import { touchWorkspace } from './touch-workspace.ts';
import { visibleWorkspace } from './visible-workspace.ts';
import { toFileRow, toPendingColumns } from './workspace-file-rows.ts';
import { createWorkspaceWriter } from './write-workspaces.ts';

/** Creates a {@link WorkspaceStore} on SQL. */
export function createWorkspaceStore(executor: Executor, quota: StorageQuota): WorkspaceStore {
  const keepQuota = createKeepQuota(quota);
  return {
    ...createWorkspaceReader(executor),
    ...createFileReader(executor),
    ...createWorkspaceWriter(executor, { quota, keepQuota }),
    ...createFileEditor(executor, keepQuota),
    ...createStorageOperations(executor, quota),
  };
}

/** Creates the operations of {@link WorkspaceStore} that change files of the current revision. */
function createFileEditor(
  executor: Executor,
  keepQuota: KeepQuota,
): Pick<WorkspaceStore, 'addFile' | 'setPending' | 'removeFile'> {
  return {
    async addFile(principal, workspaceId, file) {
      await inTransaction(executor, async (transaction) => {
        const before = await touchWorkspace(transaction, principal, workspaceId);
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('workspace_file')
          .values(toFileRow(before, file))
          .onConflict((conflict) => conflict.columns(['workspace_id', 'revision_number', 'path']).doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) {
          throw new AppError({ code: 'CONFLICT', message: `A file ${file.path} exists already.` });
        }
        await keepQuota(transaction, principal, before);
      });
    },

    async setPending(principal, workspaceId, { fileId, pending }) {
      requireId(fileId, 'file');
      await inTransaction(executor, async (transaction) => {
        const before = await touchWorkspace(transaction, principal, workspaceId);
        const { numUpdatedRows } = await transaction
          .updateTable('workspace_file')
          .set(toPendingColumns(pending))
          .where('workspace_id', '=', workspaceId)
          .where('revision_number', '=', before.revisionNumber)
          .where('id', '=', fileId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw notFound('file');
        await keepQuota(transaction, principal, before);
      });
    },

    async removeFile(principal, workspaceId, fileId) {
      requireId(fileId, 'file');
      await inTransaction(executor, async (transaction) => {
        const { revisionNumber } = await touchWorkspace(transaction, principal, workspaceId);
        const { numDeletedRows } = await transaction
          .deleteFrom('workspace_file')
          .where('workspace_id', '=', workspaceId)
          .where('revision_number', '=', revisionNumber)
          .where('id', '=', fileId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound('file');
      });
    },
  };
}

/** Creates the operations of {@link WorkspaceStore} on storage. */
function createStorageOperations(
  executor: Executor,
  quota: StorageQuota,
): Pick<WorkspaceStore, 'getStorageUsage' | 'setStorageQuota' | 'listLargest' | 'measure' | 'remove'> {
  return {
    getStorageUsage: (principal) => readStorageUsage(executor, principal, quota),

    async setStorageQuota(principal, bytes) {
      await executor
        .updateTable('organization')
        .set({ storage_quota_bytes: sql<string | null>`${bytes}::bigint` })
        .where('id', '=', inOrganization(principal).organization_id)
        .execute();
    },

    async listLargest(principal, limit) {
      const only = principal.scope?.workspaceId;
      if (only !== undefined) requireWorkspaceScope(principal, only);
      const rows = await executor
        .selectFrom('workspace')
        .select(['id', 'name', 'current_revision_number', 'updated_at'])
        .select(sql<number>`stored_bytes::float8`.as('bytes'))
        .where((eb) => eb.and({ ...inOrganization(principal), ...(only === undefined ? {} : { id: only }) }))
        .orderBy('stored_bytes', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        bytes: row.bytes,
        revisions: row.current_revision_number + 1,
        updatedAt: row.updated_at,
      }));
    },

    async measure(principal, workspaceId, revisionNumber) {
      const row = await visibleWorkspace(executor, principal, workspaceId)
        .select((eb) =>
          eb
            .selectFrom('workspace_file')
            .select(
              sql<number>`coalesce(sum(workspace_file_bytes(path, content, content_pending, pending_path)), 0)::float8`.as(
                'bytes',
              ),
            )
            .whereRef('workspace_id', '=', 'workspace.id')
            .where(
              sql<boolean>`revision_number = coalesce(${revisionNumber ?? null}::bigint, workspace.current_revision_number)`,
            )
            .as('bytes'),
        )
        .executeTakeFirst();
      return found(row, 'workspace').bytes ?? 0;
    },

    async remove(principal, workspaceId) {
      requireWorkspaceScope(principal, workspaceId);
      const active = await visibleWorkspace(executor, principal, workspaceId)
        .innerJoin('run', 'run.workspace_id', 'workspace.id')
        .select('run.id')
        .where('run.ended_at', 'is', null)
        .limit(1)
        .executeTakeFirst();
      if (active) {
        throw new AppError({
          code: 'CONFLICT',
          message: 'An agent is running in this workspace. Stop its run first, then delete the workspace.',
        });
      }
      const { numDeletedRows } = await executor
        .deleteFrom('workspace')
        .where((eb) => eb.and({ ...inOrganization(principal), id: workspaceId }))
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('workspace');
    },
  };
}
