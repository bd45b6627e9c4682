import type { TLSSocket } from 'node:tls';
import type { ObjectWriter } from '../api/object-writer.ts';
import { authorize } from '../auth/authorize.ts';
import { impersonate } from '../auth/impersonation.ts';
import type { ClusterState } from '../cluster/cluster-state.ts';
import { missingResource } from './missing-resource.ts';
import { NotServed } from './not-served.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { createNonresourceHandler } from './nonresource-handler.ts';
import { parseResourcePath, parseUnservedPath, toAccessRequest, toUnservedAccess } from './request-info.ts';
import { createResourceHandler } from './resource-handler.ts';
import { createSubresourceHandler } from './subresource-handler.ts';

/** Answers any request: who is it, may they, and then what they want. @throws StatusError */
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
