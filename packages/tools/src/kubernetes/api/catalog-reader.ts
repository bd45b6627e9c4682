import { AppError, type Clock } from '@shipmate/core';
import { type ApiResource, apiVersionOf } from './api-resource.ts';
import type { AnswerReader } from './create-answer-reader.ts';
import { type DiscoveredResources, discoveryMediaType, type GroupVersion } from './discovery.ts';
import type { ReadTransport } from './read-transport.ts';
import { ResourceCatalog } from './resource-catalog.ts';

/** The resources that a cluster serves, cached for all its readers. */
export interface KnownKinds {
  catalog?: { readonly value: ResourceCatalog; readonly at: number };
}

/** Reads the catalog of a cluster, unless a cached one is younger than `maxAgeMs`. */
type CatalogReader = (maxAgeMs: number, signal: AbortSignal) => Promise<ResourceCatalog>;

/** The maximum age of a cached catalog. */
export const catalogMs = 10 * 60_000;

/** The maximum age of a cached catalog when a kind is not found in it. */
export const catalogAgainMs = 5_000;

/** The maximum age of a cached catalog when an aggregated API did not answer. */
const incompleteMs = 30_000;

/** Options for {@link createCatalogReader}. */
interface CatalogReaderOptions {
  readonly answers: AnswerReader;
  readonly known: KnownKinds;
  readonly clock: Clock;
}

/** Creates a reader of the catalog of one cluster. */
export function createCatalogReader(
  transport: ReadTransport,
  { answers, known, clock }: CatalogReaderOptions,
): CatalogReader {
  async function discover(root: string, signal: AbortSignal): Promise<DiscoveredResources> {
    const purpose = { verb: 'get', resource: 'the list of what the cluster serves' };
    const read = (path: string, accept: string) => transport.readText({ path, accept, purpose, signal });
    const answer = await answers.discovery(await read(root, `${discoveryMediaType},application/json`), signal);
    return 'versions' in answer
      ? readLegacyResources(answer.versions, async (version) => {
          const path = `/${version.group === '' ? 'api' : 'apis'}/${apiVersionOf(version)}`;
          return answers.legacyVersion(await read(path, 'application/json'), version, signal);
        })
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

/** The number of API versions that are read concurrently. */
const batchSize = 10;

/** Reads the resources of each API version. One that cannot be read is reported as unavailable. */
async function readLegacyResources(
  versions: readonly GroupVersion[],
  read: (version: GroupVersion) => Promise<readonly ApiResource[]>,
): Promise<DiscoveredResources> {
  const found: DiscoveredResources[] = [];
  for (let at = 0; at < versions.length; at += batchSize) {
    found.push(...(await Promise.all(versions.slice(at, at + batchSize).map((each) => readVersion(each, read)))));
  }
  return {
    resources: found.flatMap(({ resources }) => resources),
    unavailable: found.flatMap(({ unavailable }) => unavailable),
  };
}

async function readVersion(
  version: GroupVersion,
  read: (version: GroupVersion) => Promise<readonly ApiResource[]>,
): Promise<DiscoveredResources> {
  try {
    return { resources: await read(version), unavailable: [] };
  } catch (thrown) {
    const isAnswer = AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR';
    if (!isAnswer || version.group === '') throw thrown;
    return { resources: [], unavailable: [apiVersionOf(version)] };
  }
}
