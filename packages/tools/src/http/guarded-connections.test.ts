import type { Response } from 'undici';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGuardedConnections } from './guarded-connections.ts';

function ask(server: TestServer, allowPrivate: boolean): Promise<Response> {
  const connections = createGuardedConnections({ allowPrivate, connectTimeoutMs: 5_000 });
  return connections.fetch(server.url.replace('127.0.0.1', 'localhost'));
}

it('guarded connections lead to no private address', async () => {
  await using server = await startTestServer((_request, response) => response.end('reached'));
  await expect(ask(server, false)).rejects.toMatchObject({ cause: { code: 'EPRIVATE' } });
  expect(server.paths).toEqual([]);
});

it('guarded connections lead to a private address when that is allowed', async () => {
  await using server = await startTestServer((_request, response) => response.end('reached'));
  const response = await ask(server, true);
  await expect(response.text()).resolves.toBe('reached');
});

it.each(['before the first request', 'after it'])('destroyed connections send nothing, destroyed %s', async (when) => {
  await using server = await startTestServer((_request, response) => response.end('reached'));
  const connections = createGuardedConnections({ allowPrivate: true, connectTimeoutMs: 5_000 });
  if (when === 'after it') await (await connections.fetch(server.url)).text();
  const sent = server.paths.length;
  await connections.destroy();
  await expect(connections.fetch(server.url)).rejects.toMatchObject({ cause: { code: 'UND_ERR_DESTROYED' } });
  expect(server.paths).toHaveLength(sent);
});
