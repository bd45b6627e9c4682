import { AppError, type Embedder, type Principal } from '@shipmate/core';
import {
  type CodeMapStore,
  type CodeSearchHit,
  type CodeSearchQuery,
  type CodeVector,
  toPathExpression,
} from '@shipmate/domain/code-map';
import { RE2JS } from 're2js';
import { rankByVector } from './rank-by-vector.ts';
import { type MapCache, toVectorTable, type VectorTable } from './snapshot-cache.ts';

/** The vectors of maps in this process. */
interface CodeVectors {
  readonly embedder: Embedder;
  readonly cache: MapCache<VectorTable>;
}

/** The number of files of each ranking that are fused. */
const depth = 50;

/** Reciprocal rank fusion: a lower damping gives the first ranks more weight. */
const damping = 20;

/** Weight of the ranking by vectors; words find names exactly. */
const vectorWeight = 0.5;

/** The most files whose paths are compared with the patterns of a search. */
const maxFiltered = 2_000;

const pageSize = 1_000;
const maxVectors = 20_000;

/** Searches a map by words, and by meaning if there is an embedder that answers. */
export async function searchCode(
  {
    maps,
    vectors,
  }: { readonly maps: Pick<CodeMapStore, 'search' | 'listVectors'>; readonly vectors: CodeVectors | undefined },
  { principal, query }: { readonly principal: Principal; readonly query: CodeSearchQuery },
  signal: AbortSignal,
): Promise<readonly CodeSearchHit[]> {
  if (vectors === undefined || query.text.trim() === '') return maps.search(principal, query);
  const [byWords, [vector]] = await Promise.all([
    maps.search(principal, { ...query, limit: depth }),
    tryToEmbed(vectors.embedder, query.text, signal),
  ]);
  if (vector === undefined) return byWords.slice(0, query.limit);
  const table = await vectors.cache.get(`${vectors.embedder.id} ${query.mapId}`, async () =>
    toVectorTable(await readVectors(maps, { principal, mapId: query.mapId, embedder: vectors.embedder.id })),
  );
  const ranked = filterPaths(await rankByVector(table, vector, signal), query);
  return fuseHits(byWords, ranked).slice(0, query.limit);
}

async function tryToEmbed(embedder: Embedder, text: string, signal: AbortSignal): Promise<readonly Float32Array[]> {
  try {
    return await embedder.embed([text.slice(0, 1_000)], signal);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return [];
    throw thrown;
  }
}

async function readVectors(
  maps: Pick<CodeMapStore, 'listVectors'>,
  { principal, mapId, embedder }: { readonly principal: Principal; readonly mapId: string; readonly embedder: string },
): Promise<readonly CodeVector[]> {
  const vectors: CodeVector[] = [];
  while (vectors.length < maxVectors) {
    const after = vectors.at(-1)?.path;
    const page = await maps.listVectors(principal, mapId, { embedder, after, limit: pageSize });
    vectors.push(...page);
    if (page.length < pageSize) break;
  }
  return vectors;
}

/** Keeps the first paths that the patterns of a search select. A search by language is left to the words. */
function filterPaths(ranked: readonly string[], { paths = [], languages = [] }: CodeSearchQuery): readonly string[] {
  if (languages.length > 0) return [];
  if (paths.length === 0) return ranked.slice(0, depth);
  const patterns = paths.map((path) => RE2JS.compile(toPathExpression(path)));
  return ranked
    .slice(0, maxFiltered)
    .filter((path) => patterns.some((pattern) => pattern.matches(path)))
    .slice(0, depth);
}

/** Fuses hits of words with files by meaning; symbols keep their place beside their file. */
export function fuseHits(byWords: readonly CodeSearchHit[], byMeaning: readonly string[]): readonly CodeSearchHit[] {
  const files = [...new Set(byWords.map(({ path }) => path))];
  const scores = new Map<string, number>();
  for (const [place, path] of files.entries()) scores.set(path, 1 / (damping + place + 1));
  for (const [place, path] of byMeaning.entries()) {
    scores.set(path, (scores.get(path) ?? 0) + vectorWeight / (damping + place + 1));
  }
  const best = new Map<string, number>();
  for (const { path, score } of byWords) best.set(path, Math.max(best.get(path) ?? 0, score));
  const hits = byWords.map((hit) => {
    const share = hit.score / (best.get(hit.path) ?? hit.score);
    return { ...hit, score: (scores.get(hit.path) ?? 0) * share };
  });
  const others = byMeaning
    .filter((path) => !best.has(path))
    .map((path) => ({ path, symbol: null, score: scores.get(path) ?? 0 }));
  return [...hits, ...others].toSorted((one, other) => other.score - one.score);
}
