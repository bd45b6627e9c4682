import { AppError } from '@shipmate/core';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';
import { afterCursor, timeCursor, toPage } from '../page/time-page.ts';
import { byCodePoint } from './by-code-point.ts';
import { listCharts } from './list-charts.ts';
import { visibleWorkspace } from './visible-workspace.ts';
import { toFile } from './workspace-file-rows.ts';
import { toRevision, toWorkspace } from './workspace-rows.ts';

/** Creates the read operations of {@link WorkspaceStore}. */
export function createWorkspaceReader(
  executor: Executor,
): Pick<WorkspaceStore, 'list' | 'get' | 'getDetail' | 'listRevisions' | 'lock'> {
  return {
    async list(principal, page) {
      const only = principal.scope?.workspaceId;
      if (only !== undefined) requireWorkspaceScope(principal, only);
      const rows = await executor
        .selectFrom('workspace')
        .selectAll('workspace')
        .select((eb) =>
          eb
            .selectFrom('workspace_file')
            .select(sql<number>`count(*)::integer`.as('count'))
            .whereRef('workspace_file.workspace_id', '=', 'workspace.id')
            .whereRef('workspace_file.revision_number', '=', 'workspace.current_revision_number')
            .where('workspace_file.pending_op', 'is not', null)
            .as('pending_count'),
        )
        .select(timeCursor('workspace.updated_at', 'workspace.id').as('cursor'))
        .where((eb) => eb.and({ ...inOrganization(principal), ...(only === undefined ? {} : { id: only }) }))
        .where(afterCursor('workspace.updated_at', 'workspace.id', page.before))
        .orderBy('workspace.updated_at', 'desc')
        .orderBy('workspace.id', 'desc')
        .limit(page.limit + 1)
        .execute();
      return toPage(rows, page, (row) => ({ ...toWorkspace(row), pendingCount: row.pending_count ?? 0 }));
    },

    async get(principal, workspaceId) {
      const row = await visibleWorkspace(executor, principal, workspaceId).selectAll().executeTakeFirst();
      return toWorkspace(found(row, 'workspace'));
    },

    async getDetail(principal, workspaceId, revisionNumber) {
      const row = await visibleWorkspace(executor, principal, workspaceId).selectAll().executeTakeFirst();
      const workspace = toWorkspace(found(row, 'workspace'));
      const number = revisionNumber ?? workspace.currentRevisionNumber;
      if (number > workspace.currentRevisionNumber) throw notFound('revision');
      const key = { workspace_id: workspaceId, revision_number: number };
      const revision = await executor
        .selectFrom('workspace_revision')
        .selectAll()
        .where((eb) => eb.and(key))
        .executeTakeFirst();
      const charts = await listCharts(executor, key);
      const files = await executor
        .selectFrom('workspace_file')
        .selectAll()
        .where((eb) => eb.and(key))
        .orderBy(byCodePoint('path'))
        .execute();
      return {
        workspace,
        revision: toRevision(found(revision, 'revision')),
        charts,
        files: files.map(toFile),
      };
    },

    async listRevisions(principal, workspaceId) {
      const rows = await visibleWorkspace(executor, principal, workspaceId)
        .innerJoin('workspace_revision', 'workspace_revision.workspace_id', 'workspace.id')
        .selectAll('workspace_revision')
        .orderBy('workspace_revision.revision_number', 'desc')
        .execute();
      found(rows[0], 'workspace');
      return rows.map(toRevision);
    },

    async lock(principal, workspaceId) {
      if (!executor.isTransaction) {
        throw new AppError({ code: 'INTERNAL_ERROR', message: 'A workspace can be locked within a transaction only.' });
      }
      const row = await visibleWorkspace(executor, principal, workspaceId).selectAll().forUpdate().executeTakeFirst();
      return toWorkspace(found(row, 'workspace'));
    },
  };
}
