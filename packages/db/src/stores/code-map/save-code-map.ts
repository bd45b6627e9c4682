import type { Principal } from '@shipmate/core';
import { type CodeMap, type CodeMapFile, type NewCodeMap, toPathWords } from '@shipmate/domain/code-map';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { toBatches, toRecords } from './storable-records.ts';
import { inWholeOrganization, requireRepository } from './visible-repository.ts';

/** The number of files written in one statement. */
const batchSize = 1_000;

/** The number of maps that a repository keeps. */
const maxMaps = 10;

/** Stores a map in place of an older one of its commit, and deletes maps and analyses that are no longer needed. */
export async function saveCodeMap(executor: Executor, principal: Principal, map: NewCodeMap): Promise<void> {
  const { id, repositoryId, branch, code } = map;
  requireId(id, 'code map');
  const organization = inWholeOrganization(principal, 'repository');
  // Concurrent writers of the repository wait for this row.
  await requireRepository(executor, principal, { repositoryId, lock: true });
  await executor
    .deleteFrom('code_map')
    .where((eb) => eb.and({ repository_id: repositoryId, commit: code.commit }))
    .execute();
  await executor
    .insertInto('code_map')
    .values({
      ...organization,
      id,
      repository_id: repositoryId,
      commit: code.commit,
      tree_id: code.treeId,
      branch: storableText(branch),
      file_count: code.files.length,
      size: code.files.reduce((sum, { size }) => sum + size, 0),
      languages: JSON.stringify(countLanguages(code.files)),
      left_out: toRecords(code.leftOut),
    })
    .execute();
  let position = 0;
  for (const batch of toBatches(code.files, batchSize)) {
    await insertFiles(executor, { mapId: id, files: batch, position });
    position += batch.length;
  }
  await deleteOldMaps(executor, repositoryId);
  await deleteUnusedAnalyses(executor, organization.organization_id);
}

async function insertFiles(
  executor: Executor,
  {
    mapId,
    files,
    position,
  }: { readonly mapId: string; readonly files: readonly CodeMapFile[]; readonly position: number },
): Promise<void> {
  const records = files.map((file, index) => {
    const { name, folders } = toPathWords(file.path);
    return { ...file, position: position + index, name, folders };
  });
  await sql`
    insert into code_map_file
      (map_id, position, path, size, blob_id, language, lines, recent_changes, analysis_key, imports, facts, search)
    select ${mapId}::uuid, position, path, size, "blobId", language, lines, "recentChanges", "analysisKey", imports, facts,
      setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', folders), 'B')
    from json_to_recordset(${toRecords(records)}::json) as record(
      position integer, path text, size bigint, "blobId" text, language text, lines integer, "recentChanges" integer,
      "analysisKey" text, imports json, facts json, name text, folders text)`.execute(executor);
}

async function deleteOldMaps(executor: Executor, repositoryId: string): Promise<void> {
  await executor
    .deleteFrom('code_map')
    .where('repository_id', '=', repositoryId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('code_map')
        .select('id')
        .where('repository_id', '=', repositoryId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxMaps),
    )
    .execute();
}

/** Another index of the organization may have found analyses for a map that it has not stored yet: then nothing is deleted. */
async function deleteUnusedAnalyses(executor: Executor, organizationId: string): Promise<void> {
  await sql`
    delete from code_analysis
    where organization_id = ${organizationId}::uuid
      and (
        select count(*) from code_index join run using (id)
        where code_index.organization_id = ${organizationId}::uuid and run.status in ('queued', 'running', 'waiting')
      ) <= 1
      and not exists (
        select from code_map join code_map_file on map_id = code_map.id
        where code_map.organization_id = ${organizationId}::uuid and analysis_key = code_analysis.key
      )`.execute(executor);
}

function countLanguages(files: readonly CodeMapFile[]): CodeMap['languages'] {
  const counts = new Map<string, { language: string; files: number; size: number }>();
  for (const { language, size } of files) {
    if (language === null) continue;
    const count = counts.get(language) ?? { language, files: 0, size: 0 };
    count.files += 1;
    count.size += size;
    counts.set(language, count);
  }
  return [...counts.values()].toSorted(
    (one, other) => other.size - one.size || (one.language < other.language ? -1 : 1),
  );
}
