import { gzipSync } from 'node:zlib';
import { createTestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import type { ImportArchiveResponse } from '@shipmate/protocol/web/archive';
import type { StorageResponse } from '@shipmate/protocol/web/storage';
import type { CreateWorkspaceResponse, WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { createByteBudget } from '@shipmate/runtime';
import { rawTar } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { signInColleague } from './sign-in-colleague.ts';
import { startWeb, type TestBrowser } from './start-web.ts';

const chart = { name: 'shop/Chart.yaml', content: 'apiVersion: v2\nname: shop\nversion: 1.2.3\n' };
const archive = gzipSync(rawTar([chart, { name: 'shop/values.yaml', content: 'x'.repeat(8_000) }]));

const importArchive = (browser: TestBrowser) =>
  browser.fetch('/api/workspaces/archive', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(archive),
  });

const readStorage = async (browser: TestBrowser) =>
  read<StorageResponse>(await browser.fetch('/api/organization/storage'));

it('an import beyond the storage quota is refused with 413 until an owner deletes a workspace', async () => {
  await using database = await createTestDatabase('pglite', { storageQuota: { bytes: 20_000, workspaces: 5 } });
  await using web = await startWeb({ database });
  const owner = await web.signIn();
  const colleague = await signInColleague(web, owner);
  const { workspaceId } = await read<ImportArchiveResponse>(await importArchive(owner));
  expect((await importArchive(owner)).status).toBe(201);
  const refused = await importArchive(colleague);
  const { message, details } = await read<ErrorEnvelope>(refused);
  expect([refused.status, details]).toEqual([413, expect.objectContaining({ reason: 'storage_quota', limit: 20_000 })]);
  expect(message).toMatch(/uses 0\.017 of 0\.02 MB of storage\. An owner can delete workspaces/);

  const { used, quota, largest, mayDelete } = await readStorage(owner);
  expect(quota).toEqual({ bytes: 20_000, workspaces: 5 });
  expect([used.workspaces, used.bytes]).toEqual([2, 2 * (8_000 + 11 + 10 + chart.content.length)]);
  expect(largest.map(({ name, revisions }) => [name, revisions])).toEqual([
    ['shop', 1],
    ['shop', 1],
  ]);
  expect([mayDelete, (await readStorage(colleague)).mayDelete]).toEqual([true, false]);

  const path = `/api/workspaces/${workspaceId}`;
  expect(await readError(await colleague.fetch(path, { method: 'DELETE' }))).toEqual([404, 'NOT_FOUND']);
  expect((await owner.fetch(path, { method: 'DELETE' })).status).toBe(204);
  expect(await readError(await owner.fetch(path))).toEqual([404, 'NOT_FOUND']);
  expect(await readError(await owner.fetch(path, { method: 'DELETE' }))).toEqual([404, 'NOT_FOUND']);
  expect((await importArchive(colleague)).status).toBe(201);
});

it('an edit beyond the storage quota is refused and the stored files are unchanged', async () => {
  await using database = await createTestDatabase('pglite', { storageQuota: { bytes: 10_000, workspaces: 5 } });
  await using web = await startWeb({ database });
  const owner = await web.signIn();
  const { workspaceId } = await read<ImportArchiveResponse>(await importArchive(owner));
  const path = `/api/workspaces/${workspaceId}/files`;
  const added = await owner.post(path, { path: 'big.yaml', content: 'x'.repeat(3_000) });
  expect(await readError(added)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  expect((await owner.post(path, { path: 'small.yaml', content: 'a: 1\n' })).status).toBe(201);
  const { files } = await read<WorkspaceResponse>(await owner.fetch(`/api/workspaces/${workspaceId}`));
  expect(files.map((file) => file.path)).toEqual(['Chart.yaml', 'small.yaml', 'values.yaml']);
});

it('an export claims the bytes of its files while it is read, and releases them however it ends', async () => {
  const importBudget = createByteBudget({ name: 'Importing and exporting charts', bytes: 60_000_000, maxQueued: 9 });
  await using web = await startWeb({ importBudget });
  const owner = await web.signIn();
  const { workspaceId } = await read<ImportArchiveResponse>(await importArchive(owner));
  const before = importBudget.peak;
  const path = (format: string) => `/api/workspaces/${workspaceId}/export?format=${format}`;
  for (const format of ['tgz', 'zip']) {
    await (await owner.fetch(path(format))).arrayBuffer();
    expect((await owner.fetch(path(format), { method: 'HEAD' })).status).toBe(200);
    await (await owner.fetch(path(format))).body?.cancel();
  }
  expect((await owner.fetch(`${path('tgz')}&revision=7`)).status).toBe(404);
  expect((await owner.fetch(`/api/workspaces/${newId()}/export?format=tgz`)).status).toBe(404);
  await expect.poll(() => importBudget.charged).toBe(0);
  expect(importBudget.peak).toBe(before);
});

it('an export that needs more memory than one organization may use is refused with 413', async () => {
  const importBudget = createByteBudget({ name: 'Importing and exporting charts', bytes: 1_000, maxQueued: 9 });
  await using web = await startWeb({ importBudget });
  const owner = await web.signIn();
  const { workspaceId } = await read<CreateWorkspaceResponse>(
    await owner.post('/api/workspaces', { template: 'sample' }),
  );
  const response = await owner.fetch(`/api/workspaces/${workspaceId}/export?format=tgz`);
  expect(await readError(response)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});
