import { type FileAnalysis, toAnalysisWords } from '@shipmate/domain/code-map';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { toBatches, toRecords } from './storable-records.ts';

/** The number of analyses read or written in one statement. */
const batchSize = 200;

/** Reads analyses of an organization by key. */
export async function findAnalyses(
  executor: Executor,
  organizationId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, FileAnalysis>> {
  const analyses = new Map<string, FileAnalysis>();
  for (const batch of toBatches(keys, batchSize)) {
    const rows = await executor
      .selectFrom('code_analysis')
      .select(['key', 'lines', 'symbols', 'imports', 'facts', 'words'])
      .where('organization_id', '=', organizationId)
      .where('key', '=', sql<string>`any(${[...batch]}::text[])`)
      .execute();
    for (const row of rows) analyses.set(row.key, row);
  }
  return analyses;
}

/** Stores analyses with the words by which they are found; one that exists stays. */
export async function saveAnalyses(
  executor: Executor,
  organizationId: string,
  analyses: readonly FileAnalysis[],
): Promise<void> {
  for (const batch of toBatches(analyses, batchSize)) {
    const records = batch.map((analysis) => {
      const { names, docs, text } = toAnalysisWords(analysis);
      return { ...analysis, names, docs, text };
    });
    // In one order, so that concurrent writers do not wait for each other in a circle.
    await sql`
      insert into code_analysis (organization_id, key, lines, symbols, imports, facts, words, search)
      select ${organizationId}::uuid, key, lines, symbols, imports, facts, words,
        setweight(to_tsvector('simple', names), 'B') || setweight(to_tsvector('simple', docs), 'C')
          || setweight(to_tsvector('simple', text), 'D')
      from json_to_recordset(${toRecords(records)}::json) as record(
        key text, lines integer, symbols json, imports json, facts json, words text, names text, docs text, text text)
      order by key
      on conflict do nothing`.execute(executor);
  }
}

/** Returns those of the keys whose analysis has no vector of an embedder. */
export async function listKeysWithoutVector(
  executor: Executor,
  organizationId: string,
  { embedder, keys }: { readonly embedder: string; readonly keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from code_analysis
    where organization_id = ${organizationId}::uuid and key = any(${[...keys]}::text[]) and not exists (
      select from code_vector
      where code_vector.organization_id = code_analysis.organization_id and code_vector.key = code_analysis.key
        and embedder = ${embedder}
    )`.execute(executor);
  return new Set(rows.map(({ key }) => key));
}

/** Stores vectors; one whose analysis is gone is dropped. */
export async function saveVectors(
  executor: Executor,
  organizationId: string,
  { embedder, vectors }: { readonly embedder: string; readonly vectors: ReadonlyMap<string, Float32Array> },
): Promise<void> {
  for (const batch of toBatches([...vectors], batchSize)) {
    const records = batch.map(([key, vector]) => ({ key, vector: toBytes(vector).toString('base64') }));
    await sql`
      insert into code_vector (organization_id, key, embedder, vector)
      select organization_id, key, ${embedder}, decode(record.vector, 'base64')
      from json_to_recordset(${toRecords(records)}::json) as record(key text, vector text)
      join code_analysis using (key)
      where organization_id = ${organizationId}::uuid
      order by key
      on conflict do nothing`.execute(executor);
  }
}

function toBytes(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes;
}

/** Reads a vector from its bytes. */
export function toVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true));
}
