import type { ClusterState } from '../cluster/cluster-state.ts';
import { namedGroups, toAggregatedDiscovery, toApiGroup, toApiResourceList } from '../resources/discovery.ts';
import { pathOf } from '../schema/openapi/operations.ts';
import { toBuildInfo } from '../version/kubernetes-version.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';
import { negotiate } from './media-type.ts';
import { NotServed } from './not-served.ts';
import { createOpenApiHandler } from './openapi-handler.ts';

/** Answers what is no object: version, health, discovery, OpenAPI. Undefined where nothing is served. */
export function createNonresourceHandler(state: ClusterState, serverAddress: () => string) {
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

/** The checks that `?verbose` lists; a real server lists its many start hooks besides. */
function toChecks(endpoint: string): string {
  return `[+]ping ok\n[+]log ok\n[+]etcd ok\n${endpoint} check passed\n`;
}
