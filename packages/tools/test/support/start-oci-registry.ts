import { createHash } from 'node:crypto';
import { sendJson, startTestServer, type TestServer } from '../../src/testing/start-test-server.ts';

/** The content of a registry under one name. */
export interface RegistryFixture {
  /** Such as `charts/redis`. */
  readonly name: string;
  /** The archives of a chart, by tag. */
  readonly charts: Readonly<Record<string, Uint8Array>>;
  /** The content sent in place of an archive. */
  readonly blob?: Uint8Array;
  /** The redirect target of blobs; `<digest>` is replaced by the digest. */
  readonly blobsAt?: string;
  /** The media type of the one layer of each manifest. */
  readonly layerType?: string;
}

const pageSize = 2;
export const registryToken = 'for-anybody';

/** Starts a registry with the distribution API that requires a token. Its `tags/list` pages have two tags. */
export function startOciRegistry(fixture: RegistryFixture): Promise<TestServer> {
  const { name, charts, blob, blobsAt, layerType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip' } = fixture;
  const tags = Object.keys(charts).sort();
  return startTestServer((request, response) => {
    const url = new URL(request.url ?? '', `http://${request.headers.host}`);
    if (url.pathname === '/token') return sendJson(response, { token: registryToken });
    if (request.headers.authorization !== `Bearer ${registryToken}`) {
      const realm = `Bearer realm="${url.origin}/token",service="test",scope="repository:${name}:pull"`;
      return response.writeHead(401, { 'www-authenticate': realm }).end();
    }
    const [, asked, wanted = ''] = /^\/v2\/(.*)\/(?:manifests|blobs|tags)\/(.*)$/.exec(url.pathname) ?? [];
    if (asked !== name) return sendJson(response, { errors: [{ code: 'NAME_UNKNOWN' }] }, 404);
    if (wanted === 'list') {
      const after = url.searchParams.get('last') ?? '';
      return sendJson(response, { name, tags: tags.filter((tag) => tag > after).slice(0, pageSize) });
    }
    if (url.pathname.includes('/blobs/')) {
      if (blobsAt !== undefined)
        return response.writeHead(307, { location: blobsAt.replace('<digest>', wanted) }).end();
      return response.end(blob ?? Object.values(charts).find((archive) => toDigest(archive) === wanted));
    }
    const archive = charts[wanted];
    if (!archive) return sendJson(response, { errors: [{ code: 'MANIFEST_UNKNOWN' }] }, 404);
    const layers = [{ mediaType: layerType, digest: toDigest(archive), size: archive.byteLength }];
    return sendJson(response, { schemaVersion: 2, config: {}, layers });
  });
}

function toDigest(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}
