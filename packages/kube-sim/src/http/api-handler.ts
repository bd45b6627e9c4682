import type { TLSSocket } from 'node:tls';
import type { ObjectWriter } from '../api/object-writer.ts';
import { impersonate } from '../auth/authenticator.ts';
import { authorize } from '../auth/rbac.ts';
import { NotServed } from '../errors/not-served.ts';
import { notFound, nothingServed } from '../errors/refusals.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { createNonresourceHandler } from './nonresource-handler.ts';
import {
  parseResourcePath,
  parseUnservedPath,
  toAccessRequest,
  toUnservedAccess,
  type UnservedPath,
} from './request-info.ts';
import { createResourceHandler } from './resource-handler.ts';
import { createSubresourceHandler } from './subresource-handler.ts';
import { apiVersionOf } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';

/** Creates the handler of all requests: it authenticates, authorizes and routes. @throws StatusError */
export function createApiHandler(state: ClusterState, writer: ObjectWriter, serverAddress: () => string) {
  const handleResource = createResourceHandler(state, writer);
  const handleSubresource = createSubresourceHandler(state, writer);
  const handleNonresource = createNonresourceHandler(state, serverAddress);

  return function handle(incoming: Omit<ApiRequest, 'user'>, socket: TLSSocket): ApiResponse {
    const { headers, method, path } = incoming;
    const sender = state.authenticator.authenticate(socket, headers.authorization);
    const request = { ...incoming, user: impersonate(state.store, sender, { headers, path }) };
    const resource = parseResourcePath(path, state.registry);
    const unserved = resource ? undefined : parseUnservedPath(path);
    if (unserved) {
      authorize(state.store, request.user, toUnservedAccess(method, unserved, request.query));
      throw missingResource(state, unserved);
    }
    if (!resource) {
      authorize(state.store, request.user, { verb: method === 'HEAD' ? 'get' : method.toLowerCase(), path });
      return handleNonresource(request) ?? { status: 404, text: '404 page not found\n' };
    }
    authorize(state.store, request.user, toAccessRequest(method, resource, request.query));
    if (!state.registry.isAvailable(resource.definition)) throw new NotServed(503, 'service unavailable\n');
    return handleSubresource(request, resource) ?? handleResource(request, resource);
  };
}

/** The refusal of a resource that is not served: plain text if the whole group is unknown. */
function missingResource({ registry }: ClusterState, path: UnservedPath): Error {
  const { group, version, resource, name = '', subresource } = path;
  const served = registry.groupVersions().filter((each) => each.group === group);
  const current = served.find((each) => apiVersionOf(each) === apiVersionOf({ group, version }));
  if (current && !current.isAvailable) return new NotServed(503, 'service unavailable\n');
  if (served.length === 0) return new NotServed(404, '404 page not found\n');
  const definition = registry.find(group, version, resource);
  return definition?.custom && subresource !== undefined ? notFound(definition, name) : nothingServed();
}
