import { createHash } from 'node:crypto';
import { apiVersionOf, type ResourceDefinition } from './resource-definition.ts';
import type { GroupVersion } from './resource-registry.ts';

/** The discovery document `/api/v1` or `/apis/{group}/{version}`. */
export function toApiResourceList({ group, version, resources }: GroupVersion): Record<string, unknown> {
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: apiVersionOf({ group, version }),
    resources: resources.flatMap((resource) => [
      {
        name: resource.plural,
        singularName: resource.singular,
        namespaced: resource.namespaced,
        kind: resource.kind,
        verbs: resource.verbs,
        ...optionalNames(resource),
        ...(resource.verbs.includes('watch') && { storageVersionHash: storageVersionHash(resource) }),
      },
      ...resource.subresources.map((subresource) => ({
        name: `${resource.plural}/${subresource.name}`,
        singularName: '',
        namespaced: resource.namespaced,
        ...subresource.groupVersion,
        kind: subresource.kind,
        verbs: subresource.verbs,
      })),
    ]),
  };
}

/** A hash of the stored form; clients only compare it. */
function storageVersionHash({ group, version, kind }: ResourceDefinition): string {
  return createHash('sha256').update(`${group}/${version}/${kind}`).digest().subarray(0, 8).toString('base64');
}

function optionalNames({ shortNames, categories }: ResourceDefinition) {
  return { ...(shortNames.length > 0 && { shortNames }), ...(categories.length > 0 && { categories }) };
}

/** One entry of `/apis`. */
export function toApiGroup(name: string, versions: readonly GroupVersion[]): Record<string, unknown> {
  const entries = versions.map(({ group, version }) => ({ groupVersion: apiVersionOf({ group, version }), version }));
  return { name, versions: entries, preferredVersion: entries[0] };
}

/** The versions by group, without the core group. */
export function namedGroups(versions: readonly GroupVersion[]): ReadonlyMap<string, readonly GroupVersion[]> {
  return Map.groupBy(
    versions.filter(({ group }) => group !== ''),
    ({ group }) => group,
  );
}

/** The aggregated discovery document of `/api` or `/apis`. */
export function toAggregatedDiscovery(
  groups: ReadonlyMap<string, readonly GroupVersion[]>,
  apiVersion: string,
): Record<string, unknown> {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion,
    metadata: {},
    items: [...groups].map(([name, versions]) => ({
      metadata: name === '' ? {} : { name },
      versions: versions.map(({ version, resources, isAvailable }) => ({
        version,
        ...(isAvailable && { resources: resources.map(toAggregatedResource) }),
        freshness: isAvailable ? 'Current' : 'Stale',
      })),
    })),
  };
}

function toAggregatedResource(resource: ResourceDefinition): Record<string, unknown> {
  const responseKind = responseKindOf(resource, resource);
  return {
    resource: resource.plural,
    responseKind,
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...optionalNames(resource),
    ...(resource.subresources.length > 0 && {
      subresources: resource.subresources.map((subresource) => ({
        subresource: subresource.name,
        responseKind: responseKindOf(
          { ...resource, ...subresource.groupVersion },
          subresource,
          subresource.groupVersion,
        ),
        verbs: subresource.verbs,
      })),
    }),
  };
}

/** Built-in resources omit group and version, which their entry has; custom ones repeat them. */
function responseKindOf(
  { group, version, custom }: ResourceDefinition,
  { kind }: { readonly kind: string },
  own?: { readonly group: string; readonly version: string },
) {
  return custom || own ? { group, version, kind } : { group: '', version: '', kind };
}
