import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chart of the hub, with its archives by version, newest first. */
export interface HubChart {
  readonly name: string;
  readonly repository: string;
  readonly archives: Readonly<Record<string, Uint8Array>>;
  readonly description?: string;
  readonly official?: boolean;
  readonly verified?: boolean;
  /** The digest of the archives in the index. */
  readonly digest?: string;
}

/**
 * Starts a server on loopback with ArtifactHub's API that is also the repository of its charts, so that a test needs no
 * network.
 */
export async function startChartHub(charts: readonly HubChart[]): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const host = `http://${request.headers.host}`;
    const { pathname, searchParams } = new URL(request.url ?? '/', host);
    const [, kind = '', repository, file = ''] =
      /^\/(api\/v1\/packages|charts)\/(?:helm\/)?([^/]+)\/?(.*)$/.exec(pathname) ?? [];
    const asked = charts.filter((chart) => chart.repository === repository);
    const sendJson = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/api/v1/packages/search') {
      const text = searchParams.get('ts_query_web') ?? '';
      return sendJson({
        packages: charts.filter(({ name }) => name.includes(text)).map((chart) => toPackage(chart, host)),
      });
    }
    const chart = asked.find(({ name }) => name === file || file.startsWith(`${name}-`));
    if (kind === 'charts' && file === 'index.yaml') return response.end(toIndex(asked));
    if (kind === 'charts' && chart)
      return response.end(chart.archives[file.slice(chart.name.length + 1, -'.tgz'.length)]);
    if (chart) return sendJson(toPackage(chart, host));
    return response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toPackage(
  { name, repository, archives, description = '', official = false, verified = false }: HubChart,
  host: string,
) {
  const versions = Object.keys(archives);
  return {
    name,
    version: versions[0],
    description,
    official,
    stars: 7,
    repository: { name: repository, url: `${host}/charts/${repository}`, verified_publisher: verified },
    available_versions: versions.map((version) => ({ version, prerelease: version.includes('-') })),
  };
}

/** Renders an index in JSON, which is YAML. */
function toIndex(charts: readonly HubChart[]): string {
  const entries = charts.map(({ name, archives, digest }) => {
    const versions = Object.entries(archives).map(([version, archive]) => ({
      version,
      digest: digest ?? createHash('sha256').update(archive).digest('hex'),
      urls: [`${name}-${version}.tgz`],
    }));
    return [name, versions] as const;
  });
  return JSON.stringify({ apiVersion: 'v1', entries: Object.fromEntries(entries) });
}
