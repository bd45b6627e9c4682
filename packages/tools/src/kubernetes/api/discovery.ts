import { z } from 'zod';
import { type ApiResource, apiVersionOf } from './api-resource.ts';
import { parseAnswer } from './parse-answer.ts';

/** Accept header for aggregated discovery, which returns all resources in one response (servers from 1.26 on). */
export const discoveryMediaType = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',');

/** The resources that a server, or one of its API groups, serves. */
export interface DiscoveredResources {
  readonly resources: readonly ApiResource[];
  /** API versions, such as `metrics.k8s.io/v1beta1`, whose aggregated API does not answer. */
  readonly unavailable: readonly string[];
}

/** A version of an API group. */
export type GroupVersion = Pick<ApiResource, 'group' | 'version'>;

const resourceSchema = z.object({
  resource: z.string(),
  responseKind: z.object({ kind: z.string() }).optional(),
  scope: z.string().default('Namespaced'),
  singularResource: z.string().default(''),
  shortNames: z.array(z.string()).default([]),
  verbs: z.array(z.string()).default([]),
});

/** The response of `/api` and `/apis`. */
const discoverySchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().default('') }),
      versions: z.array(
        z.object({
          version: z.string(),
          resources: z.array(resourceSchema).default([]),
          freshness: z.string().default('Current'),
        }),
      ),
    }),
  ),
});

/**
 * Returns every resource, the preferred version of a group first. A `Stale` version has no resources or outdated ones.
 */
function toDiscoveredResources({ items }: z.output<typeof discoverySchema>): DiscoveredResources {
  const versions = items.flatMap(({ metadata: { name: group }, versions: served }) =>
    served.map((version) => ({ ...version, group })),
  );
  return {
    resources: versions.flatMap(({ group, version, resources }) =>
      resources.map((resource) => {
        const kind = resource.responseKind?.kind ?? '';
        return {
          group,
          version,
          plural: resource.resource,
          singular: resource.singularResource || kind.toLowerCase(),
          kind,
          shortNames: resource.shortNames,
          namespaced: resource.scope === 'Namespaced',
          verbs: resource.verbs,
        };
      }),
    ),
    unavailable: versions.filter(({ freshness }) => freshness === 'Stale').map(apiVersionOf),
  };
}

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

/** The response of `/api` and `/apis` of servers of any version. */
const answerSchema = z.union([
  discoverySchema.transform(toDiscoveredResources),
  legacyDiscoverySchema.transform((versions) => ({ versions })),
]);

/** The resources of a server; of one before 1.26, its API versions, each with a response of its own. */
export type Discovery = z.output<typeof answerSchema>;

/** Parses the response of `/api` and `/apis`. @throws AppError `EXTERNAL_API_ERROR` when it has another shape */
export function parseDiscovery(text: string): Discovery {
  return parseAnswer(answerSchema, text);
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

/** Parses the resources of one API version. @throws AppError `EXTERNAL_API_ERROR` when the response has another shape */
export function parseLegacyVersion(text: string, { group, version }: GroupVersion): readonly ApiResource[] {
  const { resources } = parseAnswer(resourceListSchema, text);
  const whole = resources.filter(({ name }) => !name.includes('/'));
  return whole.map(({ name: plural, singularName, kind, ...rest }) => ({
    ...rest,
    group,
    version,
    plural,
    kind,
    singular: singularName || kind.toLowerCase(),
  }));
}
