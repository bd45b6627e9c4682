import { AppError } from '@shipmate/core';
import { z } from 'zod';
import { apiVersionOf } from './api-resource.ts';
import type { DiscoveredResources } from './discovery.ts';
import { parseAnswer } from './parse-answer.ts';

/** The response of `/api` and `/apis` of servers before 1.26, which list no resources. */
export const legacyDiscoverySchema = z.union([
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
export async function readLegacyResources(
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
