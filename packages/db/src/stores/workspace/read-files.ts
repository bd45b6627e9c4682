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
      // A result of one row: each value of a row costs as much as computing it, and much more on PGlite. Only paths need JSON's escapes.
      const lists = await executor
        .selectFrom(outlines.as('outline'))
        .select([
          joined('id').as('ids'),
          joined('chart_id').as('chartIds'),
          joined('content_digest').as('digests'),
          joined('bytes').as('sizes'),
          sql<readonly string[] | null>`json_agg(path)`.as('paths'),
          sql<Changes | null>`json_object_agg(id, change) filter (where change is not null)`.as('changes'),
        ])
        .executeTakeFirstOrThrow();
      return { workspace, charts, files: toOutlines(lists) };
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

/** Joins the values of a column in the order of the outlines, none of which contains a comma; an empty one is null. */
function joined(column: string) {
  return sql<string | null>`string_agg(coalesce(${sql.ref(column)}::text, ''), ',')`;
}

type Changes = Readonly<Record<string, StoredChange>>;

/** The columns of the outlines, each with a value for each file; null without files. */
interface OutlineLists {
  readonly ids: string | null;
  readonly chartIds: string | null;
  readonly digests: string | null;
  readonly sizes: string | null;
  readonly paths: readonly string[] | null;
  /** By the id of the file. */
  readonly changes: Changes | null;
}

function toOutlines({ paths, changes, ...columns }: OutlineLists): readonly FileOutline[] {
  const [ids, digests] = [split(columns.ids), split(columns.digests)];
  const [chartIds, sizes] = [split(columns.chartIds), split(columns.sizes)];
  return (paths ?? []).map((path, index) => {
    const [id = '', digest, chartId] = [ids[index], digests[index], chartIds[index] || null];
    const change = changes?.[id];
    const known = { id, chartId, path, bytes: Number(sizes[index]) };
    if (!change || change.pending_op === null) {
      return { ...known, version: versionOfAccepted(path, digest || digestOf(change?.content ?? '')), changed: null };
    }
    const changed = toFile({ id, chart_id: chartId, path, ...change });
    return { ...known, version: versionOf(changed), changed };
  });
}

function split(list: string | null): readonly string[] {
  return list?.split(',') ?? [];
}
