import { AppError, type Embedder, type Principal } from '@shipmate/core';
import { type CodeIndexProgress, type CodeMapStore, type IndexedCode, toSymbolCard } from '@shipmate/domain/code-map';

/** Files whose vectors are looked up and computed together. */
const batchSize = 64;

/** Files that get vectors: more of them would not be compared in time. */
const maxFiles = 20_000;

/** Options for {@link embedCode}. */
interface EmbedCodeOptions {
  readonly codeMaps: Pick<CodeMapStore, 'findAnalyses' | 'listKeysWithoutVector' | 'saveVectors'>;
  readonly principal: Principal;
  readonly embedder: Embedder;
  readonly onProgress: (progress: CodeIndexProgress) => void;
}

/**
 * Stores the vectors of a commit's files that have none yet. A takeover computes none that is stored.
 *
 * @returns False when the model did not answer: the search then uses words only for the files without a vector.
 */
export async function embedCode(
  { files }: IndexedCode,
  { codeMaps, principal, embedder, onProgress }: EmbedCodeOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const pathByKey = new Map(
    files.flatMap(({ analysisKey, path }) => (analysisKey === null ? [] : [[analysisKey, path]])),
  );
  const keys = [...pathByKey.keys()].slice(0, maxFiles);
  for (let from = 0; from < keys.length; from += batchSize) {
    signal.throwIfAborted();
    onProgress({ phase: 'vectors', done: from, total: keys.length });
    const missing = await codeMaps.listKeysWithoutVector(principal, embedder.id, keys.slice(from, from + batchSize));
    const analyses = [...(await codeMaps.findAnalyses(principal, [...missing])).values()];
    if (analyses.length === 0) continue;
    const cards = analyses.map((analysis) => toSymbolCard(pathByKey.get(analysis.key) ?? '', analysis));
    const vectors = await tryToEmbed(embedder, cards, signal);
    if (vectors === undefined) return false;
    const byKey = new Map(
      analyses.flatMap(({ key }, index) => {
        const vector = vectors[index];
        return vector === undefined ? [] : [[key, vector] as const];
      }),
    );
    await codeMaps.saveVectors(principal, embedder.id, byKey);
  }
  return true;
}

async function tryToEmbed(embedder: Embedder, texts: readonly string[], signal: AbortSignal) {
  try {
    return await embedder.embed(texts, signal);
  } catch (thrown) {
    if (AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR') return undefined;
    throw thrown;
  }
}
