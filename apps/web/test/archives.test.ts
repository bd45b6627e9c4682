import { gzipSync } from 'node:zlib';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type {
  CreateWorkspaceResponse,
  WorkspaceListResponse,
  WorkspaceResponse,
} from '@shipmate/protocol/web/workspace';
import { createByteBudget } from '@shipmate/runtime';
import { maliciousArchives, rawTar, rawZip } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const entries = [
  { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 1.2.3\n' },
  { name: 'shop/templates/größe.yaml', content: 'a: 1\n' },
  { name: 'shop/logo.png', content: '\0' },
];

function send(
  browser: TestBrowser,
  body: NonNullable<RequestInit['body']>,
  contentType = 'application/octet-stream',
): Promise<Response> {
  return browser.fetch('/api/workspaces/archive', { method: 'POST', headers: { 'content-type': contentType }, body });
}

async function contentsOf(browser: TestBrowser, workspaceId: string): Promise<Readonly<Record<string, string>>> {
  const { files } = await read<WorkspaceResponse>(await browser.fetch(`/api/workspaces/${workspaceId}`));
  return Object.fromEntries(files.map(({ path, content }) => [path, content]));
}

it.each([
  ['application/gzip', gzipSync(rawTar(entries))],
  ['application/x-tar', rawTar(entries)],
  ['application/zip', rawZip(entries)],
  ['application/octet-stream', rawZip(entries)],
])('POST archive creates a workspace from an archive sent as %s', async (contentType, archive) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const response = await send(browser, new Uint8Array(archive), contentType);
  expect(response.status).toBe(201);
  const { workspaceId, left } = await read<ImportArchiveResponse>(response);
  expect(left).toEqual([{ path: 'logo.png', reason: 'binary' }]);
  const detail = await read<WorkspaceResponse>(await browser.fetch(`/api/workspaces/${workspaceId}`));
  expect(detail).toMatchObject({
    workspace: { name: 'shop', createdType: 'archive', currentRevisionNumber: 0, pendingCount: 0 },
    charts: [{ name: 'shop', root: '' }],
  });
  expect(await contentsOf(browser, workspaceId)).toEqual({
    'Chart.yaml': entries[0]?.content,
    'templates/größe.yaml': 'a: 1\n',
  });
});

it.each(['tgz', 'zip'])('GET export returns a workspace as %s, which imports as the same workspace', async (format) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(
    await browser.post('/api/workspaces', { template: 'sample' }),
  );
  const response = await browser.fetch(`/api/workspaces/${workspaceId}/export?format=${format}`);
  expect(response.status).toBe(200);
  const disposition = response.headers.get('content-disposition');
  expect(disposition).toMatch(new RegExp(`^attachment; filename="sample-shop-\\d+\\.\\d+\\.\\d+\\.${format}"$`));
  const again = await read<ImportArchiveResponse>(
    await send(browser, await response.blob(), 'application/octet-stream'),
  );
  expect(again.left).toEqual([]);
  expect(await contentsOf(browser, again.workspaceId)).toEqual(await contentsOf(browser, workspaceId));
});

it('GET export returns the requested revision, with or without pending changes', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { workspaceId, conversationId } = await read<CreateWorkspaceResponse>(
    await browser.post('/api/workspaces', { prompt: 'add redis as a dependency and set 3 replicas' }),
  );
  await (await browser.fetch(`/api/chat/${conversationId}/stream`)).text();
  const valuesIn = async (query: string) => {
    const archive = await (await browser.fetch(`/api/workspaces/${workspaceId}/export?${query}`)).blob();
    const imported = await read<ImportArchiveResponse>(await send(browser, archive, 'application/octet-stream'));
    return (await contentsOf(browser, imported.workspaceId))['values.yaml'];
  };
  expect(await valuesIn('')).not.toContain('replicaCount: 3');
  expect(await valuesIn('pending=true')).toContain('replicaCount: 3');
  await browser.post(`/api/workspaces/${workspaceId}/changes/accept`, { revisionNumber: 0 });
  expect(await valuesIn('')).toContain('replicaCount: 3');
  expect(await valuesIn('revision=0')).not.toContain('replicaCount: 3');
});

it.each([
  ['format=rar', 400],
  ['revision=-1', 400],
  ['pending=maybe', 400],
  ['revision=7', 404],
  ['chart=0198c5a0-0000-7000-8000-000000000000', 404],
])('GET export refuses %s', async (query, status) => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(await browser.post('/api/workspaces', {}));
  expect((await browser.fetch(`/api/workspaces/${workspaceId}/export?${query}`)).status).toBe(status);
});

it('POST archive refuses every malicious archive with its reason, and stores nothing of it', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  for (const { name, reason, pack } of maliciousArchives) {
    const response = await send(browser, new Uint8Array(pack()));
    const { code, details } = await read<ErrorEnvelope>(response);
    const status = code === 'PAYLOAD_TOO_LARGE' ? 413 : 400;
    expect([name, response.status, details]).toEqual([name, status, expect.objectContaining({ reason })]);
  }
  expect(await read<WorkspaceListResponse>(await browser.fetch('/api/workspaces'))).toMatchObject({ workspaces: [] });
});

it('POST archive refuses a body that is no archive, has no chart, or is too large', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const archive = new Uint8Array(rawTar([{ name: 'shop/values.yaml' }]));
  expect(await read(await send(browser, archive))).toMatchObject({ details: { reason: 'no_chart' } });
  expect(await readError(await send(browser, archive, 'text/plain'))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await send(browser, archive, 'application/json'))).toEqual([400, 'VALIDATION_ERROR']);
  const large = await send(browser, new Uint8Array(20_000_001));
  expect(await readError(large)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

it('POST archive refuses the page of another site', async () => {
  await using web = await startWeb();
  const browser = await web.signIn();
  const response = await browser.fetch('/api/workspaces/archive', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', origin: 'https://evil.example' },
    body: new Uint8Array(rawTar(entries)),
  });
  expect(await readError(response)).toEqual([401, 'UNAUTHORIZED']);
});

it('POST archive claims memory while an archive arrives and releases it when the client disconnects', async () => {
  const importBudget = createByteBudget({ name: 'Importing charts', bytes: 50_000_000, maxQueued: 1 });
  await using web = await startWeb({ importBudget });
  const browser = await web.signIn();
  const controller = new AbortController();
  const stalled = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(512)) });
  const upload = browser.fetch('/api/workspaces/archive', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: stalled,
    duplex: 'half',
    signal: controller.signal,
  });
  await expect.poll(() => importBudget.charged).toBeGreaterThan(20_000_000);
  controller.abort();
  await expect(upload).rejects.toThrow(/abort/i);
  await expect.poll(() => importBudget.charged).toBe(0);
});

it('POST archive releases the memory of refused and of accepted archives', async () => {
  const importBudget = createByteBudget({ name: 'Importing charts', bytes: 50_000_000, maxQueued: 9 });
  await using web = await startWeb({ importBudget });
  const browser = await web.signIn();
  const responses = await Promise.all([
    send(browser, new Uint8Array(rawTar(entries))),
    send(browser, new Uint8Array(rawTar([{ name: 'shop/values.yaml' }]))),
  ]);
  expect(responses.map(({ status }) => status)).toEqual([201, 400]);
  expect([importBudget.charged, importBudget.peak > 10_000_000]).toEqual([0, true]);
});
