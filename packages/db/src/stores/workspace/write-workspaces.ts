import type { WorkspaceStore } from '@shipmate/domain';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { touchWorkspace } from './touch-workspace.ts';
import { insertFiles } from './workspace-file-rows.ts';
import { toRevision, toWorkspace } from './workspace-rows.ts';

/** The part of {@link WorkspaceStore} that makes workspaces and revisions. */
export function createWorkspaceWriter(
  executor: Executor,
): Pick<WorkspaceStore, 'create' | 'createRevision' | 'setSummary'> {
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
        if (charts.length > 0) {
          await transaction
            .insertInto('workspace_chart')
            .values(charts.map((chart) => ({ ...chart, workspace_id: id, revision_number: 0 })))
            .execute();
        }
        await insertFiles(transaction, { workspaceId: id, revisionNumber: 0 }, files);
        return toWorkspace(workspace);
      });
    },

    async createRevision(principal, workspaceId, { createdType, files }) {
      return inTransaction(executor, async (transaction) => {
        const current = await touchWorkspace(transaction, principal, workspaceId);
        const revision = await transaction
          .insertInto('workspace_revision')
          .values({
            workspace_id: workspaceId,
            revision_number: current + 1,
            created_type: createdType,
            created_by_user_id: principal.userId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await transaction
          .insertInto('workspace_chart')
          .columns(['workspace_id', 'revision_number', 'id', 'name', 'root'])
          .expression((eb) =>
            eb
              .selectFrom('workspace_chart')
              .select(['workspace_id', eb.lit(current + 1).as('revision_number'), 'id', 'name', 'root'])
              .where('workspace_id', '=', workspaceId)
              .where('revision_number', '=', current),
          )
          .execute();
        await insertFiles(transaction, { workspaceId, revisionNumber: current + 1 }, files);
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
  };
}
