import type { Clock } from '@shipmate/core';
import { z } from 'zod';
import { type DiscoveredResources, discoveryMediaType, discoverySchema, toDiscoveredResources } from './discovery.ts';
import { legacyDiscoverySchema, readLegacyResources } from './legacy-discovery.ts';
import { parseAnswer } from './parse-answer.ts';
import type { ReadTransport } from './read-transport.ts';
import { ResourceCatalog } from './resource-catalog.ts';

/** The resources that a cluster serves, cached for all its readers. */
export interface KnownKinds {
  catalog?: { readonly value: ResourceCatalog; readonly at: number };
}

/** Reads the catalog of a cluster, unless a cached one is younger than `maxAgeMs`. */
export type CatalogReader = (maxAgeMs: number, signal: AbortSignal) => Promise<ResourceCatalog>;

/** The maximum age of a cached catalog. */
export const catalogMs = 10 * 60_000;
/** The maximum age of a cached catalog when a kind is not found in it. */
export const catalogAgainMs = 5_000;
/** The maximum age of a cached catalog when an aggregated API did not answer. */
const incompleteMs = 30_000;

const answerSchema = z.union([
  discoverySchema.transform(toDiscoveredResources),
  legacyDiscoverySchema.transform((versions) => ({ versions })),
]);

export function createCatalogReader(
  transport: ReadTransport,
  { known, clock }: { readonly known: KnownKinds; readonly clock: Clock },
): CatalogReader {
  async function discover(root: string, signal: AbortSignal): Promise<DiscoveredResources> {
    const purpose = { verb: 'get', resource: 'the list of what the cluster serves' };
    const read = (path: string, accept: string) => transport.readText({ path, accept, purpose, signal });
    const answer = parseAnswer(answerSchema, await read(root, `${discoveryMediaType},application/json`));
    return 'versions' in answer
      ? readLegacyResources(answer.versions, (path) => read(path, 'application/json'))
      : answer;
  }

  return async (maxAgeMs, signal) => {
    const now = clock.now().getTime();
    const { catalog } = known;
    const isComplete = catalog?.value.unavailable.length === 0;
    if (catalog && now - catalog.at < Math.min(maxAgeMs, isComplete ? catalogMs : incompleteMs)) return catalog.value;
    const parts = await Promise.all(['/api', '/apis'].map((root) => discover(root, signal)));
    const value = new ResourceCatalog(
      parts.flatMap(({ resources }) => resources),
      parts.flatMap(({ unavailable }) => unavailable),
    );
    known.catalog = { value, at: now };
    return value;
  };
}
