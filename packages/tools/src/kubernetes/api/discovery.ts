import { z } from 'zod';
import { type ApiResource, apiVersionOf } from './api-resource.ts';

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

const resourceSchema = z.object({
  resource: z.string(),
  responseKind: z.object({ kind: z.string() }).optional(),
  scope: z.string().default('Namespaced'),
  singularResource: z.string().default(''),
  shortNames: z.array(z.string()).default([]),
  verbs: z.array(z.string()).default([]),
});

/** The response of `/api` and `/apis`. */
export const discoverySchema = z.object({
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
export function toDiscoveredResources({ items }: z.output<typeof discoverySchema>): DiscoveredResources {
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
