import type { Chart } from '@shipmate/domain/chart';
import { requireStorage, type StorageQuota } from '@shipmate/domain/storage';
import { countRevisionChanges, type WorkspaceStore } from '@shipmate/domain/workspace';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import type { KeepQuota } from './keep-quota.ts';
import { readStorageUsage } from './storage-usage.ts';
import { acceptedDigests, readDigests, toChangeColumns } from './revision-change-columns.ts';
import { touchWorkspace } from './touch-workspace.ts';
import { insertFiles, type RevisionKey } from './workspace-file-rows.ts';
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
            ...toChangeColumns(countRevisionChanges([], acceptedDigests(files))),
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
        const previous = await readDigests(transaction, { workspaceId, revisionNumber: current });
        const revision = await transaction
          .insertInto('workspace_revision')
          .values({
            workspace_id: workspaceId,
            revision_number: current + 1,
            created_type: createdType,
            created_by_user_id: principal.userId,
            source_revision_number: sourceRevisionNumber,
            ...toChangeColumns(countRevisionChanges(previous, acceptedDigests(files))),
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

/** Writes charts into a revision. */
async function insertCharts(
  executor: Executor,
  { workspaceId, revisionNumber }: RevisionKey,
  charts: readonly Chart[],
): Promise<void> {
  if (charts.length === 0) return;
  await executor
    .insertInto('workspace_chart')
    .values(charts.map((chart) => ({ ...chart, workspace_id: workspaceId, revision_number: revisionNumber })))
    .execute();
}

/** Copies the charts of the previous revision into a revision. */
async function carryCharts(executor: Executor, { workspaceId, revisionNumber }: RevisionKey): Promise<void> {
  await executor
    .insertInto('workspace_chart')
    .columns(['workspace_id', 'revision_number', 'id', 'name', 'root'])
    .expression((eb) =>
      eb
        .selectFrom('workspace_chart')
        .select(['workspace_id', eb.lit(revisionNumber).as('revision_number'), 'id', 'name', 'root'])
        .where('workspace_id', '=', workspaceId)
        .where('revision_number', '=', revisionNumber - 1),
    )
    .execute();
}
