import { describe, expect, it } from 'vitest';
import type { Logger } from '@shipmate/core';
import { createRecorder, createTestApp } from '../../test/test-app.ts';
import { createBodyLimits } from './edge.ts';
import { loopbackHosts } from './known-host.ts';
import { nameRun } from './name-run.ts';

describe('createEdge request id', () => {
  it.each(['r-1', 'a'.repeat(128), '0b9f:1.2_3'])('keeps the acceptable %s', async (id) => {
    const response = await createTestApp().request('/ok', { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'a b', 'a"b', 'a'.repeat(129)])('replaces %j', async (id) => {
    const response = await createTestApp().request('/ok', { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('createEdge puts security headers on every response, including errors', async () => {
  const app = createTestApp();
  for (const path of ['/ok', '/broken', '/nowhere']) {
    const { headers } = await app.request(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  }
});

it('createEdge sends the configured content security policy', async () => {
  const response = await createTestApp({ contentSecurityPolicy: "default-src 'self'" }).request('/ok');
  expect(response.headers.get('content-security-policy')).toBe("default-src 'self'");
});

it('createEdge logs one line per request, without its query', async () => {
  const { logger, lines } = createRecorder();
  await createTestApp({ logger }).request('/ok?token=s3cret');
  expect(lines).toEqual([
    { message: 'request', method: 'GET', path: '/ok', status: 200, durationMs: expect.any(Number) },
  ]);
});

it('createEdge names the run and the trace of a request in its log lines', async () => {
  const { logger } = createRecorder();
  const fields: object[] = [];
  const recorder: Logger = { ...logger, child: (own) => (fields.push(own), logger) };
  const runId = '01900000-0000-7000-8000-000000000000';
  const traceId = '0'.repeat(31) + '1';
  for (const headers of [
    { 'x-shipmate-run': runId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    { 'x-shipmate-run': 'a"b', traceparent: 'none' },
  ]) {
    await createTestApp({ logger: recorder }).request('/ok', { headers });
  }
  const requestId = expect.any(String);
  expect(fields).toEqual([{ requestId, runId, trace_id: traceId }, { requestId }]);
});

it('createEdge also logs a request that it refuses at once', async () => {
  const { logger, lines } = createRecorder();
  const app = createTestApp({ logger, allowedHosts: loopbackHosts });
  await app.request('http://evil.example/ok');
  expect(lines).toMatchObject([{ message: 'request', path: '/ok', status: 400 }]);
});

describe('createEdge host', () => {
  const app = createTestApp({ allowedHosts: loopbackHosts });

  it.each(['localhost:3000', '127.0.0.1:8080', '[::1]:3000', 'LOCALHOST'])('serves %s', async (host) => {
    expect((await app.request(`http://${host}/ok`)).status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:3000'])('refuses %s', async (host) => {
    const response = await app.request(`http://${host}/ok`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false, code: 'VALIDATION_ERROR' });
  });
});

describe('createEdge body limit', () => {
  const app = createTestApp({ maxBodyBytes: 10 });
  const chunked = (body: string): RequestInit & { duplex: 'half' } => ({
    method: 'POST',
    body: new Blob([body]).stream(),
    duplex: 'half',
    headers: { 'transfer-encoding': 'chunked' },
  });

  it('is configurable by path', async () => {
    const own = createTestApp({ maxBodyBytes: 1, bodyLimits: { '/echo': 10 } });
    expect((await own.request('/echo', chunked('0123456789'))).status).toBe(200);
    expect((await own.request('/echo', chunked('0123456789+'))).status).toBe(413);
  });

  it.each([
    ['/files/1/content', 10],
    ['/files/1/2/content', 1],
    ['/files//content', 1],
    ['/a.b', 20],
    ['/a-b', 1],
    ['/prefix/files/1/content', 1],
  ])('of %s is %i', (path, maxBytes) => {
    expect(createBodyLimits({ '/files/*/content': 10, '/a.b': 20 }, 1)(path)).toBe(maxBytes);
  });

  it('accepts a body within the limit', async () => {
    const declared = await app.request('/echo', {
      method: 'POST',
      body: '0123456789',
      headers: { 'content-length': '10' },
    });
    const counted = await app.request('/echo', chunked('0123456789'));
    expect([await declared.json(), await counted.json()]).toEqual([{ bytes: 10 }, { bytes: 10 }]);
  });

  it.each([
    ['by its declared length', { method: 'POST', body: '0123456789+', headers: { 'content-length': '11' } }],
    ['by counting it', chunked('0123456789+')],
  ])('refuses a longer one %s', async (_how, init) => {
    const response = await app.request('/echo', init);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', details: { maxBytes: 10 } });
  });
});

it('createEdge names the run that a request started, in its response and its log line', async () => {
  const { logger, lines } = createRecorder();
  const app = createTestApp({ logger });
  const runId = '01900000-0000-7000-8000-000000000000';
  app.post('/runs', (context) => {
    nameRun(context, runId);
    return context.json({}, 201);
  });
  const response = await app.request('/runs', { method: 'POST' });
  expect(response.headers.get('x-shipmate-run')).toBe(runId);
  expect(lines).toEqual([expect.objectContaining({ message: 'request', status: 201, runId })]);
});
