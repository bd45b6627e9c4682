import { requireStorage, type StorageQuota } from '@shipmate/domain/storage';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import type { KeepQuota } from './keep-quota.ts';
import { readStorageUsage } from './storage-usage.ts';
import { touchWorkspace } from './touch-workspace.ts';
import { carryCharts, insertCharts } from './workspace-chart-rows.ts';
import { insertFiles } from './workspace-file-rows.ts';
import { toRevision, toSettings, toWorkspace } from './workspace-rows.ts';

/** Creates the operations of {@link WorkspaceStore} that create workspaces and revisions. */
export function createWorkspaceWriter(
  executor: Executor,
  { quota, keepQuota }: { readonly quota: StorageQuota; readonly keepQuota: KeepQuota },
): Pick<WorkspaceStore, 'create' | 'createRevision' | 'setSummary' | 'setSettings'> {
  return {
    async create(principal, { id, name, createdType, charts, files }) {
      requireWorkspaceScope(principal, id);
      return inTransaction(executor, async (transaction) => {
        const workspace = await transaction
          .insertInto('workspace')
          .values({
            ...inOrganization(principal),
            id,
            name,
            created_type: createdType,
            created_by_user_id: principal.userId,
            current_revision_number: 0,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('workspace_revision')
          .values({
            workspace_id: id,
            revision_number: 0,
            created_type: createdType,
            created_by_user_id: principal.userId,
          })
          .execute();
        await insertCharts(transaction, { workspaceId: id, revisionNumber: 0 }, charts);
        requireStorage(await readStorageUsage(transaction, principal, quota), { bytes: 0, workspaces: 1 });
        await insertFiles(transaction, { workspaceId: id, revisionNumber: 0 }, files);
        await keepQuota(transaction, principal, { workspaceId: id, storedBytes: 0 });
        return toWorkspace(workspace);
      });
    },

    async createRevision(principal, workspaceId, { createdType, files, charts, sourceRevisionNumber = null }) {
      return inTransaction(executor, async (transaction) => {
        const before = await touchWorkspace(transaction, principal, workspaceId);
        const current = before.revisionNumber;
        const revision = await transaction
          .insertInto('workspace_revision')
          .values({
            workspace_id: workspaceId,
            revision_number: current + 1,
            created_type: createdType,
            created_by_user_id: principal.userId,
            source_revision_number: sourceRevisionNumber,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        const next = { workspaceId, revisionNumber: current + 1 };
        if (charts) await insertCharts(transaction, next, charts);
        else await carryCharts(transaction, next);
        await insertFiles(transaction, next, files);
        await keepQuota(transaction, principal, before);
        await transaction
          .updateTable('workspace')
          .set({ current_revision_number: current + 1 })
          .where('id', '=', workspaceId)
          .execute();
        return toRevision(revision);
      });
    },

    async setSummary(principal, workspaceId, summary) {
      await inTransaction(executor, async (transaction) => {
        await touchWorkspace(transaction, principal, workspaceId);
        await transaction
          .updateTable('workspace')
          .set({ summary: storableText(summary) })
          .where('id', '=', workspaceId)
          .execute();
      });
    },

    async setSettings(principal, workspaceId, { autoAccept, validateBeforeAccept }) {
      return inTransaction(executor, async (transaction) => {
        await touchWorkspace(transaction, principal, workspaceId);
        const row = await transaction
          .updateTable('workspace')
          .set((eb) => ({
            auto_accept: autoAccept ?? eb.ref('auto_accept'),
            validate_before_accept: validateBeforeAccept ?? eb.ref('validate_before_accept'),
          }))
          .where('id', '=', workspaceId)
          .returning(['auto_accept', 'validate_before_accept'])
          .executeTakeFirstOrThrow();
        return toSettings(row);
      });
    },
  };
}
