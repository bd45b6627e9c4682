import { AppError, type Clock } from '@shipmate/core';
import { z } from 'zod';
import { apiVersionOf } from './api-resource.ts';
import { type DiscoveredResources, discoveryMediaType, discoverySchema, toDiscoveredResources } from './discovery.ts';
import { parseAnswer } from './parse-answer.ts';
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

/** The response of `/api` and `/apis` of servers before 1.26, which list no resources. */
const legacyDiscoverySchema = z.union([
  z
    .object({ kind: z.literal('APIVersions'), versions: z.array(z.string()) })
    .transform(({ versions }) => versions.map((version) => ({ group: '', version }))),
  z
    .object({
      kind: z.literal('APIGroupList'),
      groups: z.array(
        z.object({
          name: z.string(),
          versions: z.array(z.object({ version: z.string() })),
          preferredVersion: z.object({ version: z.string() }).optional(),
        }),
      ),
    })
    .transform(({ groups }) =>
      groups.flatMap(({ name: group, versions, preferredVersion }) =>
        [...new Set([preferredVersion, ...versions].flatMap((each) => each?.version ?? []))].map((version) => ({
          group,
          version,
        })),
      ),
    ),
]);

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

const resourceListSchema = z.object({
  resources: z.array(
    z.object({
      name: z.string(),
      singularName: z.string().default(''),
      namespaced: z.boolean(),
      kind: z.string(),
      verbs: z.array(z.string()).default([]),
      shortNames: z.array(z.string()).default([]),
    }),
  ),
});

/** The number of API versions that are read concurrently. */
const batchSize = 10;

/** Reads the resources of each API version. One that cannot be read is reported as unavailable. */
async function readLegacyResources(
  versions: z.output<typeof legacyDiscoverySchema>,
  read: (path: string) => Promise<string>,
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
  { group, version }: { readonly group: string; readonly version: string },
  read: (path: string) => Promise<string>,
): Promise<DiscoveredResources> {
  const apiVersion = apiVersionOf({ group, version });
  try {
    const { resources } = parseAnswer(
      resourceListSchema,
      await read(`/${group === '' ? 'api' : 'apis'}/${apiVersion}`),
    );
    const whole = resources.filter(({ name }) => !name.includes('/'));
    return {
      resources: whole.map(({ name: plural, singularName, kind, ...rest }) => ({
        ...rest,
        group,
        version,
        plural,
        kind,
        singular: singularName || kind.toLowerCase(),
      })),
      unavailable: [],
    };
  } catch (thrown) {
    const isAnswer = AppError.isInstance(thrown) && thrown.code === 'EXTERNAL_API_ERROR';
    if (!isAnswer || group === '') throw thrown;
    return { resources: [], unavailable: [apiVersion] };
  }
}
