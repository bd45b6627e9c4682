import type { ClusterState } from '../cluster/cluster-state.ts';
import { notFound, nothingServed } from '../errors/refusals.ts';
import { apiVersionOf } from '../resources/resource-definition.ts';
import { NotServed } from './not-served.ts';
import type { UnservedPath } from './request-info.ts';

/** The refusal of a resource that is not served: plain text where the whole group is unknown. */
export function missingResource({ registry }: ClusterState, path: UnservedPath): Error {
  const { group, version, resource, name = '', subresource } = path;
  const served = registry.groupVersions().filter((each) => each.group === group);
  const current = served.find((each) => apiVersionOf(each) === apiVersionOf({ group, version }));
  if (current && !current.isAvailable) return new NotServed(503, 'service unavailable\n');
  if (served.length === 0) return new NotServed(404, '404 page not found\n');
  const definition = registry.find(group, version, resource);
  return definition?.custom && subresource !== undefined ? notFound(definition, name) : nothingServed();
}
