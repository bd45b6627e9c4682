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
      const outlines = executor
        .selectFrom('workspace_file')
        .select(['id', 'chart_id', 'path', 'content_digest'])
        // The size of a stored text is known without reading it.
        .select(sql<number>`octet_length(coalesce(content_pending, content))`.as('bytes'))
        .select(changeIfNeeded.as('change'))
        .where((eb) => eb.and(key))
        .orderBy(byCodePoint('path'));
      // A result of one row: each value of a row costs as much as computing it, and much more on PGlite.
      const columns = await executor
        .selectFrom(outlines.as('outline'))
        .select([
          listOf<string>('id').as('ids'),
          listOf<string | null>('chart_id').as('chartIds'),
          listOf<string>('path').as('paths'),
          listOf<string | null>('content_digest').as('digests'),
          listOf<number>('bytes').as('sizes'),
          listOf<StoredChange | null>('change').as('changes'),
        ])
        .executeTakeFirstOrThrow();
      return { workspace, charts, files: toOutlines(columns) };
    },
  };
}

/** The content and the pending change of a file. */
type StoredChange = Pick<Selectable<WorkspaceFileTable>, 'content' | 'pending_op' | 'content_pending' | 'pending_path'>;

/** Reads the texts of the files that have a pending change or were stored without a digest; null for others. */
const changeIfNeeded = sql<StoredChange | null>`case when pending_op is not null or content_digest is null then
  json_build_object(
    'content', content, 'pending_op', pending_op, 'content_pending', content_pending, 'pending_path', pending_path
  ) end`;

/** Collects a column of the outlines in their order. */
function listOf<Value>(column: string) {
  return sql<readonly Value[]>`coalesce(json_agg(${sql.ref(column)}), '[]')`;
}

/** The columns of the outlines, each with a value for each file. */
interface OutlineColumns {
  readonly ids: readonly string[];
  readonly chartIds: readonly (string | null)[];
  readonly paths: readonly string[];
  readonly digests: readonly (string | null)[];
  readonly sizes: readonly number[];
  readonly changes: readonly (StoredChange | null)[];
}

function toOutlines({ ids, chartIds, paths, digests, sizes, changes }: OutlineColumns): readonly FileOutline[] {
  return ids.map((id, index) => {
    const [chartId = null, path = '', digest = null] = [chartIds[index], paths[index], digests[index]];
    const [bytes = 0, change = null] = [sizes[index], changes[index]];
    const known = { id, chartId, path, bytes };
    if (change === null || change.pending_op === null) {
      return { ...known, version: versionOfAccepted(path, digest ?? digestOf(change?.content ?? '')), changed: null };
    }
    const changed = toFile({ id, chart_id: chartId, path, ...change });
    return { ...known, version: versionOf(changed), changed };
  });
}
