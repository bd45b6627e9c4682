import type { Embedder, Principal } from '@shipmate/core';
import type { Capability } from '@shipmate/domain/capability';
import { fuseRanks, phrasingDamping, toSearchTerms } from '@shipmate/domain/search';
import type { CapabilityStorePort } from '@shipmate/domain/tool-storage';
import type { CapabilityQuestion } from './capability-index-port.ts';
import { tryToEmbed } from './try-to-embed.ts';

/** The number of results of each ranking that are combined. */
const depth = 100;

/** Maximum number of texts that one search ranks. */
const maxTexts = 5;

const wordsOnly = 'Searched by words only, as the embedding model does not answer.';

/** Searches the index of a cluster: by words, and by meaning if there is an embedder. */
export async function searchIndex(
  {
    capabilities,
    embedder,
  }: {
    readonly capabilities: Pick<CapabilityStorePort, 'search' | 'listVectors'>;
    readonly embedder: Embedder | undefined;
  },
  of: CapabilityQuestion & { readonly principal: Principal; readonly cluster: string },
  signal: AbortSignal,
): Promise<{ readonly found: readonly Capability[]; readonly notes: readonly string[] }> {
  const { principal, cluster, query, phrasings = [], limit } = of;
  const texts = [...new Set([query, ...phrasings])].slice(0, maxTexts);
  const ranked = texts.length > 1 || embedder ? Math.max(limit, depth) : limit;
  const rankByWords = (text: string): Promise<readonly Capability[]> =>
    capabilities.search(principal, cluster, { terms: toSearchTerms(text), limit: ranked });
  const [byWords, vectors] = await Promise.all([
    Promise.all(texts.map(rankByWords)),
    embedder ? tryToEmbed(embedder, texts, signal) : [],
  ]);
  if (!vectors?.length) {
    const found = fuseRankings(byWords).slice(0, limit);
    return { found, notes: embedder ? [wordsOnly] : [] };
  }
  const known = await capabilities.listVectors(principal, cluster);
  const rankings = byWords.map((ranking, index) => {
    const vector = vectors[index];
    return vector ? fuseRanks([ranking, rankByMeaning(known, vector)], idOf) : ranking;
  });
  return { found: fuseRankings(rankings).slice(0, limit), notes: [] };
}

/** Merges the rankings of several phrasings; a kind that is first for one of them stays near the top. */
function fuseRankings(rankings: readonly (readonly Capability[])[]): readonly Capability[] {
  const [only = [], ...others] = rankings;
  return others.length === 0 ? only : fuseRanks(rankings, idOf, phrasingDamping);
}

function idOf({ group, kind }: Capability): string {
  return `${group}/${kind}`;
}

function rankByMeaning(
  known: Awaited<ReturnType<CapabilityStorePort['listVectors']>>,
  vector: Float32Array,
): readonly Capability[] {
  return known
    .map((each) => ({ ...each, likeness: cosine(each.vector, vector) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, depth)
    .map(({ capability }) => capability);
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [product, ones, others] = [0, 0, 0];
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0;
    product += value * against;
    ones += value * value;
    others += against * against;
  }
  return product / (Math.sqrt(ones * others) || 1);
}
