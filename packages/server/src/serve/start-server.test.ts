import { once } from 'node:events';
import { Agent, get, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { startServer, type StartServerOptions } from './start-server.ts';

async function start(options: Partial<StartServerOptions> = {}) {
  const server = await startServer({ app: createTestApp(), port: 0, drainMs: 0, ...options });
  onTestFinished(() => server.close());
  return server;
}

it('startServer serves on loopback with the edge headers, also for raw responses', async () => {
  const app = createTestApp();
  app.get('/raw', () => new Response('raw'));
  const { url, port } = await start({ app });
  expect(url).toBe(`http://127.0.0.1:${port}`);
  for (const path of ['/ok', '/raw', '/nowhere']) {
    const { headers } = await fetch(url + path, { headers: { 'x-request-id': 'r-1' } });
    expect(headers.get('x-request-id')).toBe('r-1');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

it('startServer fails when the port is in use, or takes the next one when allowed', async () => {
  const { port } = await start();
  await expect(start({ port })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const other = await start({ port, portFallback: true });
  expect(other.port).not.toBe(port);
  expect((await fetch(`${other.url}/ok`)).status).toBe(200);
});

it('startServer refuses an oversized body on a real socket and serves the next request', async () => {
  const { url } = await start({ app: createTestApp({ maxBodyBytes: 1000 }) });
  const declared = await fetch(`${url}/echo`, { method: 'POST', body: 'x'.repeat(200_000) });
  expect(declared.status).toBe(413);
  const body = new Blob(['x'.repeat(200_000)]).stream();
  const chunked = await fetch(`${url}/echo`, { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect(chunked.status).toBe(413);
  expect((await fetch(`${url}/ok`)).status).toBe(200);
});

it('startServer aborts the signal of a request whose client disconnects', async () => {
  const left = Promise.withResolvers<string>();
  const arrived = Promise.withResolvers<void>();
  const app = createTestApp();
  app.post('/wait', async (context) => {
    await context.req.text();
    const { signal } = context.req.raw;
    arrived.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    left.resolve('left');
    return context.json({});
  });
  const { url } = await start({ app });
  const outgoing = request(`${url}/wait`, { method: 'POST' })
    .on('error', () => undefined)
    .end('body');
  await arrived.promise;
  outgoing.destroy();
  await expect(left.promise).resolves.toBe('left');
});

it('close lets active requests end, accepts no new connection, and does not wait for idle ones', async () => {
  const arrived = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const app = createTestApp();
  app.get('/slow', async (context) => {
    arrived.resolve();
    await release.promise;
    return context.json({ done: true });
  });
  const server = await start({ app, drainMs: 60_000 });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const answered = once(get(`${server.url}/slow`, { agent }), 'response') as Promise<[IncomingMessage]>;
  await arrived.promise;

  const closed = server.close();
  const [refused] = await once(connect(server.port, '127.0.0.1'), 'error');
  expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  release.resolve();
  const [response] = await answered;
  expect(await text(response)).toBe('{"done":true}');
  await closed;
});

it('close does not wait for connections without a request', async () => {
  const server = await start({ drainMs: 60_000 });
  const silent = connect(server.port, '127.0.0.1');
  await once(silent, 'connect');
  expect((await fetch(`${server.url}/ok`)).status).toBe(200);
  await Promise.all([server.close(), once(silent, 'close')]);
});

it('close terminates the remaining requests at the deadline', async () => {
  const arrived = Promise.withResolvers<void>();
  const app = createTestApp();
  app.get('/never', () => {
    arrived.resolve();
    return new Promise<Response>(() => undefined);
  });
  const server = await start({ app, drainMs: 50 });
  const cut = once(get(`${server.url}/never`), 'response');
  await arrived.promise;
  await Promise.all([server.close(), expect(cut).rejects.toMatchObject({ code: 'ECONNRESET' })]);
});
