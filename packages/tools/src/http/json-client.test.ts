import { setTimeout } from 'node:timers/promises';
import { systemClock } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sendJson, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createJsonClient, type JsonClient, type JsonClientOptions } from './json-client.ts';

const schema = z.object({ value: z.number() });
const deadline = () => AbortSignal.timeout(10_000);

function clientOf(server: Pick<TestServer, 'url'>, options: Partial<JsonClientOptions> = {}): JsonClient {
  return createJsonClient({
    name: 'The test',
    baseUrl: server.url,
    clock: systemClock,
    connectTimeoutMs: 5_000,
    retries: 2,
    retryDelayMs: 1,
    maxBytes: 1_000,
    ...options,
  });
}

describe('an answer', () => {
  it('is parsed by its schema', async () => {
    await using server = await startTestServer((_request, response) => sendJson(response, { value: 1, other: 2 }));
    await expect(clientOf(server).get('a?b=c', schema, deadline())).resolves.toEqual({ value: 1 });
    expect(server.paths).toEqual(['/a?b=c']);
  });

  it('is undefined for a 404', async () => {
    await using server = await startTestServer((_request, response) => sendJson(response, {}, 404));
    await expect(clientOf(server).get('a', schema, deadline())).resolves.toBeUndefined();
    expect(server.paths).toHaveLength(1);
  });

  it.each([
    ['another form', '{"value": "1"}', /not of the expected form/],
    ['no JSON', '<html>', /is not JSON/],
    ['too long', JSON.stringify({ value: 1, padding: 'x'.repeat(1_000) }), /longer than 1000 bytes/],
  ])('that is %s fails without a retry', async (_name, body, message) => {
    await using server = await startTestServer((_request, response) => response.end(body));
    await expect(clientOf(server).get('a', schema, deadline())).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringMatching(message),
    });
    expect(server.paths).toHaveLength(1);
  });
});

describe('a failure', () => {
  it.each([429, 500, 503])('with status %i is retried', async (status) => {
    await using server = await startTestServer((_request, response) =>
      server.paths.length < 3 ? sendJson(response, {}, status) : sendJson(response, { value: 7 }),
    );
    await expect(clientOf(server).get('a', schema, deadline())).resolves.toEqual({ value: 7 });
  });

  it('of the connection is retried', async () => {
    await using server = await startTestServer((_request, response) => {
      if (server.paths.length < 3) response.destroy();
      else sendJson(response, { value: 7 });
    });
    await expect(clientOf(server).get('a', schema, deadline())).resolves.toEqual({ value: 7 });
  });

  it('that persists is reported after the last retry', async () => {
    await using server = await startTestServer((_request, response) => sendJson(response, {}, 502));
    await expect(clientOf(server).get('a', schema, deadline())).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringContaining('status 502'),
    });
    expect(server.paths).toHaveLength(3);
  });

  it('with another status is not retried', async () => {
    await using server = await startTestServer((_request, response) => sendJson(response, {}, 403));
    await expect(clientOf(server).get('a', schema, deadline())).rejects.toMatchObject({
      message: expect.stringContaining('403'),
    });
    expect(server.paths).toHaveLength(1);
  });

  it('with a long Retry-After ends the call', async () => {
    await using server = await startTestServer((_request, response) => {
      response.writeHead(429, { 'retry-after': '60' }).end();
    });
    await expect(clientOf(server).get('a', schema, deadline())).rejects.toMatchObject({
      message: expect.stringContaining('429'),
    });
    expect(server.paths).toHaveLength(1);
  });

  it('with a Retry-After is not retried before that time', async () => {
    let rested: Promise<unknown> | undefined;
    let hasRested = false;
    await using server = await startTestServer((_request, response) => {
      rested ??= setTimeout(1_000).then(() => (hasRested = true));
      if (hasRested) sendJson(response, { value: 7 });
      else response.writeHead(429, { 'retry-after': '1' }).end();
    });
    await expect(clientOf(server, { retries: 1 }).get('a', schema, deadline())).resolves.toEqual({ value: 7 });
  });

  it('to answer at all ends with the deadline', async () => {
    await using server = await startTestServer(() => undefined);
    await expect(clientOf(server).get('a', schema, AbortSignal.timeout(50))).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringContaining('in time'),
    });
  });

  it('to resolve the host says that the machine seems to be offline', async () => {
    await expect(clientOf({ url: 'https://no-such-host.invalid' }).get('a', schema, deadline())).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringContaining('seems to be offline'),
    });
  });
});

describe('a JSON client', () => {
  it('follows a redirect on the same host', async () => {
    await using server = await startTestServer((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else sendJson(response, { value: 2 });
    });
    await expect(clientOf(server).get('a', schema, deadline())).resolves.toEqual({ value: 2 });
  });

  it('follows no redirect to another host', async () => {
    await using other = await startTestServer((_request, response) => sendJson(response, { value: 666 }));
    await using server = await startTestServer((_request, response) => {
      response.writeHead(302, { location: other.url }).end();
    });
    await expect(clientOf(server).get('a', schema, deadline())).rejects.toMatchObject({
      message: expect.stringContaining('redirects elsewhere'),
    });
    expect(other.paths).toEqual([]);
  });

  it('follows a limited number of redirects', async () => {
    await using server = await startTestServer((_request, response) => {
      response.writeHead(302, { location: '/a' }).end();
    });
    await expect(clientOf(server).get('a', schema, deadline())).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
    expect(server.paths).toHaveLength(4);
  });

  it.each(['http://artifacthub.io', 'ftp://127.0.0.1', 'artifacthub.io', ''])('rejects the base URL %j', (url) => {
    expect(() => clientOf({ url })).toThrow(/no https URL/);
  });
});
