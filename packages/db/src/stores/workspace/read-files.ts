import {
  digestOf,
  type FileOutline,
  versionOf,
  versionOfAccepted,
  type WorkspaceStore,
} from '@shipmate/domain/workspace';
import { type Selectable, sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import type { WorkspaceFileTable } from '../../schema/workspace-tables.ts';
import { byCodePoint } from './by-code-point.ts';
import { listCharts } from './list-charts.ts';
import { visibleWorkspace } from './visible-workspace.ts';
import { toFile } from './workspace-file-rows.ts';
import { toWorkspace } from './workspace-rows.ts';

/** Creates the operations of {@link WorkspaceStore} that read some files, or all without their content. */
export function createFileReader(executor: Executor): Pick<WorkspaceStore, 'getOutline' | 'findFiles' | 'findFile'> {
  const findFiles: WorkspaceStore['findFiles'] = async (principal, workspaceId, paths) => {
    const row = await visibleWorkspace(executor, principal, workspaceId)
      .select(['id', 'current_revision_number'])
      .executeTakeFirst();
    const workspace = found(row, 'workspace');
    const files = await executor
      .selectFrom('workspace_file')
      .selectAll()
      .where('workspace_id', '=', workspace.id)
      .where('revision_number', '=', workspace.current_revision_number)
      .where('path', 'in', paths.length === 0 ? [''] : paths)
      .orderBy(byCodePoint('path'))
      .execute();
    return files.map(toFile);
  };

  return {
    findFiles,
    findFile: async (principal, workspaceId, path) => (await findFiles(principal, workspaceId, [path]))[0],

    async getOutline(principal, workspaceId) {
      const row = await visibleWorkspace(executor, principal, workspaceId).selectAll().executeTakeFirst();
      const workspace = toWorkspace(found(row, 'workspace'));
      const key = { workspace_id: workspaceId, revision_number: workspace.currentRevisionNumber };
      const charts = await listCharts(executor, key);
      const files = await executor
        .selectFrom('workspace_file')
        .select(['id', 'chart_id', 'path', 'content_digest', 'pending_op', 'pending_path'])
        // The size of a stored text is known without reading it.
        .select(sql<number>`octet_length(coalesce(content_pending, content))`.as('bytes'))
        .select([readIfNeeded('content').as('content'), readIfNeeded('content_pending').as('content_pending')])
        .where((eb) => eb.and(key))
        .orderBy(byCodePoint('path'))
        .execute();
      return { workspace, charts, files: files.map(toOutline) };
    },
  };
}

/** Reads a text of the files that have a pending change or were stored without a digest. */
function readIfNeeded(column: 'content' | 'content_pending') {
  return sql<string | null>`case when pending_op is not null or content_digest is null then ${sql.ref(column)} end`;
}

type OutlineRow = Omit<Selectable<WorkspaceFileTable>, 'content' | 'workspace_id' | 'revision_number'> & {
  readonly content: string | null;
  readonly bytes: number;
};

function toOutline({ content, bytes, content_digest: digest, ...row }: OutlineRow): FileOutline {
  const known = { id: row.id, chartId: row.chart_id, path: row.path, bytes };
  if (row.pending_op === null) {
    return { ...known, version: versionOfAccepted(row.path, digest ?? digestOf(content ?? '')), changed: null };
  }
  const changed = toFile({ ...row, content: content ?? '' });
  return { ...known, version: versionOf(changed), changed };
}
