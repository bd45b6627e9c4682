import { z } from 'zod';
import type { ApiResource } from './api-resource.ts';

/** Asks for everything that is served in one answer; servers from 1.26 on give it. */
export const discoveryMediaType = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',');

const resourceSchema = z.object({
  resource: z.string(),
  responseKind: z.object({ kind: z.string() }).optional(),
  scope: z.string().default('Namespaced'),
  singularResource: z.string().default(''),
  shortNames: z.array(z.string()).default([]),
  verbs: z.array(z.string()).default([]),
});

/** The answer of `/api` and `/apis`. */
export const discoverySchema = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().default('') }),
      versions: z.array(z.object({ version: z.string(), resources: z.array(resourceSchema).default([]) })),
    }),
  ),
});

/** Every resource, the preferred version of a group first. */
export function toApiResources({ items }: z.output<typeof discoverySchema>): readonly ApiResource[] {
  return items.flatMap(({ metadata, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources.map((resource) => {
        const kind = resource.responseKind?.kind ?? '';
        return {
          group: metadata.name,
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
  );
}
