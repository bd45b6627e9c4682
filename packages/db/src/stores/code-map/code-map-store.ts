import type { Principal } from '@shipmate/core';
import {
  type CodeMap,
  type CodeMapStore,
  type CodeMapSymbol,
  type Declaration,
  toRepositoryLabel,
} from '@shipmate/domain/code-map';
import { type Selectable, sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import { type Executor, inTransaction } from '../../executor/executor.ts';
import type { CodeMapTable } from '../../schema/code-map-tables.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { findAnalyses, listKeysWithoutVector, saveAnalyses, saveVectors, toVector } from './code-analyses.ts';
import { readMapFiles } from './read-map-files.ts';
import { saveCodeMap } from './save-code-map.ts';
import { searchCodeMap } from './search-code-map.ts';
import { inWholeOrganization, requireRepository } from './visible-repository.ts';

const maxDeclarations = 10;
const maxValuesPaths = 20;

interface DeclarationRow extends Omit<Declaration, 'label'> {
  readonly name: string;
  readonly remoteUrl: string | null;
  readonly localPath: string | null;
}

const mapColumns = [
  'code_map.id',
  'code_map.organization_id',
  'code_map.repository_id',
  'code_map.commit',
  'code_map.tree_id',
  'code_map.branch',
  'code_map.file_count',
  sql<number>`code_map.size::float8`.as('size'),
  'code_map.languages',
  'code_map.left_out',
  'code_map.created_at',
] as const;

/** Creates a {@link CodeMapStore} on SQL. */
export function createCodeMapStore(executor: Executor): CodeMapStore {
  const organizationOf = (principal: Principal) => inWholeOrganization(principal, 'code map').organization_id;

  async function get(principal: Principal, mapId: string): Promise<CodeMap> {
    requireId(mapId, 'code map');
    const row = await executor
      .selectFrom('code_map')
      .select(mapColumns)
      .where((eb) => eb.and({ ...inWholeOrganization(principal, 'code map'), id: mapId }))
      .executeTakeFirst();
    return toMap(found(row, 'code map'));
  }

  return {
    async save(principal, map) {
      await inTransaction(executor, (transaction) => saveCodeMap(transaction, principal, map));
      return get(principal, map.id);
    },

    async list(principal, repositoryId) {
      await requireRepository(executor, principal, { repositoryId });
      const rows = await executor
        .selectFrom('code_map')
        .select(mapColumns)
        .where('repository_id', '=', repositoryId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.map(toMap);
    },

    async find(principal, repositoryId, commit) {
      await requireRepository(executor, principal, { repositoryId });
      const row = await executor
        .selectFrom('code_map')
        .select(mapColumns)
        .where('repository_id', '=', repositoryId)
        .orderBy((eb) => eb('commit', '=', commit ?? ''), 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toMap(row);
    },

    get,

    async readSnapshot(principal, mapId) {
      const { repositoryId, commit, treeId, leftOut } = await get(principal, mapId);
      const {
        name,
        remote_url: remoteUrl,
        local_path: localPath,
      } = await requireRepository(executor, principal, {
        repositoryId,
      });
      const label = toRepositoryLabel({ name, remoteUrl, localPath });
      return { mapId, repositoryId, label, commit, treeId, leftOut, files: await readMapFiles(executor, mapId) };
    },

    async listSymbols(principal, mapId, paths) {
      await get(principal, mapId);
      const { rows } = await sql<{ path: string; symbols: readonly CodeMapSymbol[] }>`
        select path, symbols from code_map_file
        join code_analysis on organization_id = ${organizationOf(principal)}::uuid and key = analysis_key
        where map_id = ${mapId}::uuid and path = any(${[...paths]}::text[])
        order by position`.execute(executor);
      return new Map(rows.flatMap(({ path, symbols }) => (symbols.length === 0 ? [] : [[path, symbols] as const])));
    },

    async search(principal, query) {
      const { fileCount } = await get(principal, query.mapId);
      return searchCodeMap(executor, { ...query, organizationId: organizationOf(principal), fileCount });
    },

    async findDeclarations(principal, { chart = null, object }) {
      const { rows } = await sql<DeclarationRow>`
        with newest as (
          select distinct on (repository_id) id, repository_id, commit from code_map
          where organization_id = ${organizationOf(principal)}::uuid
          order by repository_id, created_at desc, id desc
        )
        select newest.repository_id as "repositoryId", newest.commit, repository.name, remote_url as "remoteUrl",
          local_path as "localPath", declared.kind, path, declared.line,
          case when declared.kind = 'chart' then array(
            select beside.path from code_map_file as beside
            where beside.map_id = newest.id
              and beside.path ~ '(^|/)values[^/]*[.]ya?ml$'
              and regexp_replace(beside.path, '[^/]*$', '') = regexp_replace(file.path, '[^/]*$', '')
            order by beside.path limit ${maxValuesPaths}
          ) else '{}' end as "valuesPaths"
        from newest
        join repository on repository.id = newest.repository_id
        join code_map_file as file on file.map_id = newest.id and file.language = 'yaml'
        cross join lateral json_to_recordset(file.facts) as declared(kind text, name text, line integer)
        where (declared.kind, declared.name) in (('chart', ${chart}), ('kubernetes_object', ${object}))
        order by declared.kind, repository.name, path, declared.line limit ${maxDeclarations}`.execute(executor);
      return rows.map(({ name, remoteUrl, localPath, ...row }) => ({
        ...row,
        label: toRepositoryLabel({ name, remoteUrl, localPath }),
      }));
    },

    findAnalyses: async (principal, keys) => findAnalyses(executor, organizationOf(principal), keys),
    saveAnalyses: async (principal, analyses) => saveAnalyses(executor, organizationOf(principal), analyses),

    listKeysWithoutVector: async (principal, embedder, keys) =>
      listKeysWithoutVector(executor, organizationOf(principal), { embedder, keys }),

    saveVectors: async (principal, embedder, vectors) =>
      saveVectors(executor, organizationOf(principal), { embedder, vectors }),

    async listVectors(principal, mapId, { embedder, after, limit }) {
      await get(principal, mapId);
      const { rows } = await sql<{ path: string; vector: Uint8Array }>`
        select path, vector from code_map_file
        join code_vector on organization_id = ${organizationOf(principal)}::uuid and key = analysis_key
          and embedder = ${embedder}
        where map_id = ${mapId}::uuid and position > coalesce(
          (select position from code_map_file where map_id = ${mapId}::uuid and path = ${after ?? null}), -1)
        order by position limit ${limit}`.execute(executor);
      return rows.map(({ path, vector }) => ({ path, vector: toVector(vector) }));
    },
  };
}

function toMap(row: Selectable<CodeMapTable>): CodeMap {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    commit: row.commit,
    treeId: row.tree_id,
    branch: row.branch,
    fileCount: row.file_count,
    size: row.size,
    languages: row.languages,
    leftOut: row.left_out,
    createdAt: row.created_at,
  };
}
