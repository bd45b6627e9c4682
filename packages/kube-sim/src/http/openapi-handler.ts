import type { ClusterState } from '../cluster/cluster-state.ts';
import { toOpenApiDocument } from '../schema/openapi/openapi-document.ts';
import { createOpenApiIndex } from '../schema/openapi/openapi-index.ts';
import { pathOf } from '../schema/openapi/operations.ts';
import { toRootDocument } from '../schema/openapi/root-documents.ts';
import { minorOf, toBuildInfo } from '../version/kubernetes-version.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';

const root = '/openapi/v3';

/** Answers `/openapi/v3` and the documents below it. Clients keep a document under the hash that the index gave it. */
export function createOpenApiHandler({ registry, schemas, version }: ClusterState) {
  const minor = String(minorOf(version));
  const index = createOpenApiIndex(toBuildInfo(version)['gitVersion'] ?? '');

  return function handle(path: string, { query, headers }: ApiRequest): ApiResponse | undefined {
    const versions = registry.groupVersions();
    if (path === root) return { status: 200, object: index.toIndex(versions) };
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
