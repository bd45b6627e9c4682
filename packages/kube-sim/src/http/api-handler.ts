import type { TLSSocket } from 'node:tls';
import type { ObjectWriter } from '../api/object-writer.ts';
import { impersonate } from '../auth/authenticator.ts';
import { authorize } from '../auth/rbac.ts';
import { NotServed } from '../errors/not-served.ts';
import { notFound, nothingServed } from '../errors/refusals.ts';
import { createOpenApiIndex, toOpenApiDocument } from '../openapi/openapi-document.ts';
import { pathOf } from '../openapi/operations.ts';
import { toRootDocument } from '../openapi/root-documents.ts';
import { namedGroups, toAggregatedDiscovery, toApiGroup, toApiResourceList } from '../resources/discovery.ts';
import { apiVersionOf } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';
import { minorOf, toBuildInfo } from '../version/kubernetes-version.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { negotiate } from './media-type.ts';
import {
  parseResourcePath,
  parseUnservedPath,
  toAccessRequest,
  toUnservedAccess,
  type UnservedPath,
} from './request-info.ts';
import { createResourceHandler } from './resource-handler.ts';
import { createSubresourceHandler } from './subresource-handler.ts';

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

/** Answers non-resource paths: version, health, discovery, OpenAPI. Undefined if nothing is served there. */
function createNonresourceHandler(state: ClusterState, serverAddress: () => string) {
  const { registry, version } = state;
  const openApi = createOpenApiHandler(state);

  function discovery({ headers, path }: ApiRequest): ApiResponse {
    const { as, version: form } = negotiate(headers.accept);
    const versions = registry.groupVersions();
    if (as === 'APIGroupDiscoveryList') {
      const groups =
        path === '/api' ? new Map([['', versions.filter(({ group }) => group === '')]]) : namedGroups(versions);
      return { status: 200, object: toAggregatedDiscovery(groups, `apidiscovery.k8s.io/${form}`) };
    }
    if (path === '/api') {
      const addresses = [{ clientCIDR: '0.0.0.0/0', serverAddress: serverAddress() }];
      return { status: 200, object: { kind: 'APIVersions', versions: ['v1'], serverAddressByClientCIDRs: addresses } };
    }
    const groups = [...namedGroups(versions)].map(([name, each]) => toApiGroup(name, each));
    return { status: 200, object: { kind: 'APIGroupList', apiVersion: 'v1', groups } };
  }

  function groupOrVersion(path: string): ApiResponse | undefined {
    const versions = registry.groupVersions();
    const found = versions.find((each) => `/${pathOf(each)}` === path);
    if (found && !found.isAvailable) throw new NotServed(503, 'service unavailable\n');
    if (found) return { status: 200, object: toApiResourceList(found) };
    const [, root, name, ...rest] = path.split('/');
    const group = root === 'apis' && rest.length === 0 ? namedGroups(versions).get(name ?? '') : undefined;
    return group && { status: 200, object: { kind: 'APIGroup', apiVersion: 'v1', ...toApiGroup(name ?? '', group) } };
  }

  return function handle(request: ApiRequest): ApiResponse | undefined {
    const path = request.path.length > 1 ? request.path.replace(/\/+$/, '') : request.path;
    if (request.method !== 'GET') return undefined;
    switch (path) {
      case '/':
        return {
          status: 200,
          object: { paths: ['/api', '/apis', '/healthz', '/livez', '/openapi/v3', '/readyz', '/version'] },
        };
      case '/version':
        return { status: 200, object: toBuildInfo(version) };
      case '/healthz':
      case '/livez':
      case '/readyz':
        return { status: 200, text: request.query.has('verbose') ? toChecks(path.slice(1)) : 'ok' };
      case '/api':
      case '/apis':
        return discovery({ ...request, path });
      default:
        return path.startsWith('/openapi/') ? openApi(path, request) : groupOrVersion(path);
    }
  };
}

/** The checks in `?verbose` output; a real server also lists its start hooks. */
function toChecks(endpoint: string): string {
  return `[+]ping ok\n[+]log ok\n[+]etcd ok\n${endpoint} check passed\n`;
}

const root = '/openapi/v3';
const v2 = '/openapi/v2';

/** Answers `/openapi/v3` and the documents below it. Clients cache a document under the hash in the index. */
function createOpenApiHandler({ registry, schemas, version }: ClusterState) {
  const minor = String(minorOf(version));
  const index = createOpenApiIndex(toBuildInfo(version)['gitVersion'] ?? '');

  return function handle(path: string, { query, headers }: ApiRequest): ApiResponse | undefined {
    const versions = registry.groupVersions();
    if (path === root) return { status: 200, object: index.toIndex(versions) };
    if (path === v2) return toEmptyV2Document(headers['accept']);
    const name = path.slice(root.length + 1);
    const hash = path.startsWith(`${root}/`) ? index.hashOf(name, versions) : undefined;
    if (hash === undefined) return undefined;
    const asked = query.get('hash');
    if (asked !== null && asked !== hash) {
      return { status: 301, text: '', headers: { location: `${path}?hash=${hash}` } };
    }
    const etag = `"${hash}"`;
    const lasting = asked === hash ? { 'cache-control': 'public, immutable' } : {};
    if (headers['if-none-match'] === etag) return { status: 304, text: '', headers: { etag, ...lasting } };
    const found = versions.find((each) => pathOf(each) === name);
    const object = found ? toOpenApiDocument(found, schemas, minor) : toRootDocument(name, schemas, minor);
    return { status: 200, object, headers: { etag, ...lasting } };
  };
}

/** An empty document: kubectl reads version 2 for kinds missing in version 3, such as `List`, and then skips validation. */
function toEmptyV2Document(accept = ''): ApiResponse {
  const info = { title: 'Kubernetes', version: 'unversioned' };
  if (!accept.includes('protobuf'))
    return { status: 200, object: { swagger: '2.0', info, paths: {}, definitions: {} } };
  const text = (field: number, value: string) => String.fromCharCode(field * 8 + 2, value.length) + value;
  const document = text(1, '2.0') + text(2, text(1, info.title) + text(2, info.version));
  const type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
  return { status: 200, text: document, headers: { 'content-type': type } };
}
