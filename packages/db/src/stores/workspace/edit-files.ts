import { AppError } from '@shipmate/core';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import { notFound } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import type { KeepQuota } from './keep-quota.ts';
import { touchWorkspace } from './touch-workspace.ts';
import { toFileRow, toPendingColumns } from './workspace-file-rows.ts';

/** Creates the operations of {@link WorkspaceStore} that change files of the current revision. */
export function createFileEditor(
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
