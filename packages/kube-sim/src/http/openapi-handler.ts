import type { ClusterState } from '../cluster/cluster-state.ts';
import { toOpenApiDocument } from '../schema/openapi/openapi-document.ts';
import { createOpenApiIndex } from '../schema/openapi/openapi-index.ts';
import { pathOf } from '../schema/openapi/operations.ts';
import { toRootDocument } from '../schema/openapi/root-documents.ts';
import { minorOf, toBuildInfo } from '../version/kubernetes-version.ts';
import type { ApiRequest, ApiResponse } from './api-request.ts';

const root = '/openapi/v3';
const v2 = '/openapi/v2';

/** Answers `/openapi/v3` and the documents below it. Clients keep a document under the hash that the index gave it. */
export function createOpenApiHandler({ registry, schemas, version }: ClusterState) {
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

/** Version 2 describes nothing here: kubectl reads it for kinds that version 3 lacks, such as `List`, and then leaves them unchecked. */
function toEmptyV2Document(accept = ''): ApiResponse {
  const info = { title: 'Kubernetes', version: 'unversioned' };
  if (!accept.includes('protobuf'))
    return { status: 200, object: { swagger: '2.0', info, paths: {}, definitions: {} } };
  const text = (field: number, value: string) => String.fromCharCode(field * 8 + 2, value.length) + value;
  const document = text(1, '2.0') + text(2, text(1, info.title) + text(2, info.version));
  const type = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';
  return { status: 200, text: document, headers: { 'content-type': type } };
}
