import { AppError } from '@shipmate/core';
import type { WorkspaceStore } from '@shipmate/domain/workspace';
import { sql } from 'kysely';
import { found, notFound } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';
import { visibleWorkspace } from './visible-workspace.ts';
import { toFile } from './workspace-file-rows.ts';
import { toChart, toRevision, toWorkspace } from './workspace-rows.ts';

/** Creates the read operations of {@link WorkspaceStore}. */
export function createWorkspaceReader(
  executor: Executor,
): Pick<WorkspaceStore, 'list' | 'get' | 'getDetail' | 'listRevisions' | 'listRevisionContents' | 'lock' | 'findFile'> {
  return {
    async list(principal) {
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
        .where((eb) => eb.and({ ...inOrganization(principal), ...(only === undefined ? {} : { id: only }) }))
        .orderBy('workspace.updated_at', 'desc')
        .orderBy('workspace.id', 'desc')
        .execute();
      return rows.map((row) => ({ ...toWorkspace(row), pendingCount: row.pending_count ?? 0 }));
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
      const charts = await executor
        .selectFrom('workspace_chart')
        .selectAll()
        .where((eb) => eb.and(key))
        .orderBy(byCodePoint('root'))
        .execute();
      const files = await executor
        .selectFrom('workspace_file')
        .selectAll()
        .where((eb) => eb.and(key))
        .orderBy(byCodePoint('path'))
        .execute();
      return {
        workspace,
        revision: toRevision(found(revision, 'revision')),
        charts: charts.map(toChart),
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

    async listRevisionContents(principal, workspaceId) {
      const rows = await visibleWorkspace(executor, principal, workspaceId)
        .innerJoin('workspace_revision', 'workspace_revision.workspace_id', 'workspace.id')
        .leftJoin('workspace_file', (join) =>
          join
            .onRef('workspace_file.workspace_id', '=', 'workspace_revision.workspace_id')
            .onRef('workspace_file.revision_number', '=', 'workspace_revision.revision_number')
            .on(sql<boolean>`workspace_file.pending_op is distinct from 'create'`),
        )
        .select(['workspace_revision.revision_number', 'workspace_file.id', 'workspace_file.path'])
        .select(sql<string>`md5(workspace_file.content)`.as('digest'))
        .orderBy('workspace_revision.revision_number')
        .orderBy(byCodePoint('path'))
        .execute();
      found(rows[0], 'workspace');
      return [...Map.groupBy(rows, (row) => row.revision_number)].map(([revisionNumber, files]) => ({
        revisionNumber,
        files: files.flatMap(({ id, path, digest }) =>
          id === null || path === null ? [] : [{ id, path, content: digest }],
        ),
      }));
    },

    async lock(principal, workspaceId) {
      if (!executor.isTransaction) {
        throw new AppError({ code: 'INTERNAL_ERROR', message: 'A workspace can be locked within a transaction only.' });
      }
      const row = await visibleWorkspace(executor, principal, workspaceId).selectAll().forUpdate().executeTakeFirst();
      return toWorkspace(found(row, 'workspace'));
    },

    async findFile(principal, workspaceId, path) {
      const row = await visibleWorkspace(executor, principal, workspaceId).selectAll().executeTakeFirst();
      const workspace = found(row, 'workspace');
      const file = await executor
        .selectFrom('workspace_file')
        .selectAll()
        .where('workspace_id', '=', workspace.id)
        .where('revision_number', '=', workspace.current_revision_number)
        .where('path', '=', path)
        .executeTakeFirst();
      return file && toFile(file);
    },
  };
}

/** Sorts by code point, the same on every server regardless of its locale. */
function byCodePoint(column: 'root' | 'path') {
  return sql`${sql.ref(column)} collate "C"`;
}
