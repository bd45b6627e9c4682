import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let uiDirectory: string;
let web: TestWeb;
beforeAll(async () => {
  uiDirectory = await mkdtemp(join(tmpdir(), 'shipmate-ui-'));
  await mkdir(join(uiDirectory, 'assets'));
  await writeFile(join(uiDirectory, 'index.html'), '<title>Shipmate</title>');
  await writeFile(join(uiDirectory, 'assets', 'app-abc123.js'), 'export {};');
  await writeFile(join(uiDirectory, 'assets', 'app-abc123.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(uiDirectory, 'assets', 'app-abc123.js.gz'), gzipSync('export {};'));
  await writeFile(join(uiDirectory, 'favicon.svg'), '<svg/>');
  web = await startWeb({ uiDirectory });
});
afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(uiDirectory, { recursive: true });
});

const page = { type: 'text/html; charset=utf-8', cache: 'no-cache', body: '<title>Shipmate</title>' };

it.each([
  { path: '/', ...page },
  { path: '/workspace/0199d2f0-0000-7000-8000-000000000000', ...page },
  { path: '/apiary', ...page },
  { path: '/..%2fpackage.json', ...page },
  { path: '/favicon.svg', type: 'image/svg+xml; charset=utf-8', cache: 'no-cache', body: '<svg/>' },
  {
    path: '/assets/app-abc123.js',
    type: 'text/javascript; charset=utf-8',
    cache: 'public, max-age=31536000, immutable',
    body: 'export {};',
  },
])('the static routes serve $path', async ({ path, type, cache, body }) => {
  const response = await fetch(web.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe(type);
  expect(response.headers.get('cache-control')).toBe(cache);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'self'; style-src 'self'/);
  expect(await response.text()).toBe(body);
});

it.each([
  { encoding: 'br', accepts: 'gzip, deflate, br' },
  { encoding: 'gzip', accepts: 'gzip' },
])('the static routes send the $encoding file to a client that accepts $accepts', async ({ encoding, accepts }) => {
  const headers = { 'accept-encoding': accepts };
  const asset = await fetch(`${web.url}/assets/app-abc123.js`, { headers });
  expect(asset.headers.get('content-encoding')).toBe(encoding);
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(asset.headers.get('vary')).toBe('Accept-Encoding');
  expect(await asset.text()).toBe('export {};');
});

it.each(['/assets/app-old999.js', '/api/nothing', '/auth/nothing'])(
  'the static routes do not serve %s',
  async (path) => {
    const response = await fetch(web.url + path);
    expect(response.headers.get('cache-control')).not.toContain('immutable');
    expect(await readError(response)).toEqual([404, 'NOT_FOUND']);
  },
);

it('the static routes say how to build the user interface when it is missing', async () => {
  await using unbuilt = await startWeb({ uiDirectory: join(uiDirectory, 'missing') });
  const response = await fetch(unbuilt.url);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('run build:ui');
});
