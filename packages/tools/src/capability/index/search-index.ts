import type { Embedder, Principal } from '@shipmate/core';
import type { Capability } from '@shipmate/domain/capability';
import { fuseRanks, toSearchTerms } from '@shipmate/domain/search';
import type { CapabilityStorePort } from '@shipmate/domain/tool-storage';
import type { CapabilityQuestion } from './capability-index-port.ts';
import { tryToEmbed } from './try-to-embed.ts';

/** The number of results of each ranking that are combined. */
const depth = 100;

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
  const { principal, cluster, query, limit } = of;
  const terms = toSearchTerms(query);
  if (!embedder) return { found: await capabilities.search(principal, cluster, { terms, limit }), notes: [] };
  const [byWords, vectors] = await Promise.all([
    capabilities.search(principal, cluster, { terms, limit: Math.max(limit, depth) }),
    tryToEmbed(embedder, [query], signal),
  ]);
  const [vector] = vectors ?? [];
  if (!vector) return { found: byWords.slice(0, limit), notes: [wordsOnly] };
  const byMeaning = (await capabilities.listVectors(principal, cluster))
    .map((each) => ({ ...each, likeness: cosine(each.vector, vector) }))
    .toSorted((one, other) => other.likeness - one.likeness)
    .slice(0, depth)
    .map(({ capability }) => capability);
  const found = fuseRanks([byWords, byMeaning], ({ group, kind }) => `${group}/${kind}`);
  return { found: found.slice(0, limit), notes: [] };
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
