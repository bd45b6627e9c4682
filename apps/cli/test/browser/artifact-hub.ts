import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on loopback that answers chart searches in ArtifactHub's format, so that tests need no network. */
export async function startArtifactHub(): Promise<
  AsyncDisposable & { readonly url: string; readonly searches: string[] }
> {
  const searches: string[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams.get('ts_query_web') ?? '';
    searches.push(query);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ packages: [chart(query, '21.4.2'), chart(`${query}-cluster`, '12.0.1')] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    searches,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function chart(name: string, version: string) {
  return {
    package_id: `id-of-${name}`,
    name,
    normalized_name: name,
    version,
    app_version: '8.0.0',
    stars: 40,
    official: false,
    deprecated: false,
    repository: {
      repository_id: 'repository',
      kind: 0,
      name: 'bitnami',
      url: 'https://charts.bitnami.com/bitnami',
      verified_publisher: true,
      official: false,
    },
  };
}
