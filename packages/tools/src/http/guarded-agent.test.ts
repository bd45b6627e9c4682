import { fetch, type Response } from 'undici';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createGuardedAgent } from './guarded-agent.ts';

function ask(server: TestServer, allowPrivate: boolean): Promise<Response> {
  const dispatcher = createGuardedAgent({ allowPrivate, connectTimeoutMs: 5_000 });
  return fetch(server.url.replace('127.0.0.1', 'localhost'), { dispatcher });
}

it('a guarded agent connects to no private address', async () => {
  await using server = await startTestServer((_request, response) => response.end('reached'));
  await expect(ask(server, false)).rejects.toMatchObject({ cause: { code: 'EPRIVATE' } });
  expect(server.paths).toEqual([]);
});

it('a guarded agent connects to a private address when that is allowed', async () => {
  await using server = await startTestServer((_request, response) => response.end('reached'));
  const response = await ask(server, true);
  await expect(response.text()).resolves.toBe('reached');
});
