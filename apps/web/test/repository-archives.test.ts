import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ErrorEnvelope } from '@shipmate/protocol/error';
import { createTestColleague } from '@shipmate/domain/testing';
import type { CodeMapListResponse } from '@shipmate/protocol/web/code-maps';
import type { RepositoryView, TreeResponse, UploadedRepositoryView } from '@shipmate/protocol/web/repositories';
import { maliciousArchives, rawTar, rawZip } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { read, readError } from './read-json.ts';
import { startWeb, type TestBrowser, type TestWeb } from './start-web.ts';

let root: string;
let web: TestWeb;
let owner: Awaited<ReturnType<TestWeb['signIn']>>;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'shipmate-web-uploads-'));
  web = await startWeb({ repositories: { root, roots: [] } });
  owner = await web.signIn();
});

afterAll(async () => {
  await web[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

function send(browser: TestBrowser, path: string, body: Uint8Array): Promise<Response> {
  const headers = { 'content-type': 'application/octet-stream' };
  return browser.fetch(`/api/repositories/${path}`, { method: 'POST', headers, body: new Uint8Array(body) });
}

const files = [
  { name: 'shop-main/src/app.ts', content: "import { add } from './add.ts';\nadd();\n" },
  { name: 'shop-main/src/add.ts', content: 'export const add = () => 1;\n' },
  { name: 'shop-main/.git/HEAD', content: 'ref: refs/heads/main\n' },
];
const folderOf = (id: string) => join(root, owner.tenant.principal.organizationId, `${id}.git`);

it('an uploaded archive is a repository whose files are indexed, and replaced by the next archive', async () => {
  const response = await send(owner, 'archive?name=shop', gzipSync(rawTar(files)));
  expect(response.status).toBe(201);
  const added = await read<UploadedRepositoryView>(response);
  expect(added).toMatchObject({
    repository: { name: 'shop', remoteUrl: null, localPath: null },
    left: [{ reason: 'git_repository', count: 1, examples: ['shop-main/.git/HEAD'] }],
  });
  const { id } = added.repository;
  const maps = await read<CodeMapListResponse>(await owner.fetch(`/api/repositories/${id}/maps`));
  expect(maps).toMatchObject({ label: { owner: 'upload', repo: 'shop' }, index: { status: 'queued', commit: null } });
  const tree = async () => read<TreeResponse>(await owner.fetch(`/api/repositories/${id}/tree?path=src`));
  expect(await tree()).toMatchObject({ commit: added.commit, entries: [{ name: 'add.ts' }, { name: 'app.ts' }] });

  const next = await send(owner, `${id}/archive`, rawZip(files.slice(0, 1)));
  expect(next.status).toBe(200);
  const replaced = await read<UploadedRepositoryView>(next);
  expect(replaced.left).toEqual([]);
  expect(replaced.commit).not.toBe(added.commit);
  const newest = await read<CodeMapListResponse>(await owner.fetch(`/api/repositories/${id}/maps`));
  expect(newest.index).toMatchObject({ status: 'queued', commit: replaced.commit });
  expect(
    (await read<UploadedRepositoryView>(await send(owner, `${id}/archive`, rawZip(files.slice(0, 1))))).commit,
  ).toBe(replaced.commit);

  for (const [path, body] of [
    [`/api/repositories/${id}/jobs`, { prompt: 'Fix the sum' }],
    [`/api/repositories/${id}/fetch`, {}],
  ] as const) {
    expect([path, ...(await readError(await owner.post(path, body)))]).toEqual([path, 409, 'CONFLICT']);
  }
  expect(existsSync(folderOf(id))).toBe(true);
  expect((await owner.fetch(`/api/repositories/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(existsSync(folderOf(id))).toBe(false);
});

it('an archive is refused from members, for a taken name, for other repositories and without a file', async () => {
  const colleague = await createTestColleague(web.unitOfWork, owner.tenant);
  const user = await web.unitOfWork.stores.users.findUser(colleague.userId);
  if (!user) throw new Error('The colleague has no user.');
  const member = await web.signIn({ ...owner.tenant, principal: colleague, user });
  const archive = rawZip(files);
  expect(await readError(await send(member, 'archive?name=mine', archive))).toEqual([404, 'NOT_FOUND']);
  const remote = { name: 'taken', remoteUrl: 'https://git.example.test/shop.git' };
  const { id } = await read<RepositoryView>(await owner.post('/api/repositories', remote));
  const before = await readdir(join(root, owner.tenant.principal.organizationId));
  expect(await readError(await send(owner, 'archive?name=taken', archive))).toEqual([409, 'CONFLICT']);
  expect(await readError(await send(owner, `${id}/archive`, archive))).toEqual([409, 'CONFLICT']);
  expect(await readError(await send(owner, 'archive?name=empty', rawZip([])))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await send(owner, 'archive', archive))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await owner.post('/api/repositories/archive?name=json', {}))).toEqual([
    400,
    'VALIDATION_ERROR',
  ]);
  expect(await readdir(join(root, owner.tenant.principal.organizationId))).toEqual(before);
});

it.each(['traversal', 'absolute_path', 'compression_ratio', 'overlapping_entries', 'entry_count'])(
  'an archive is refused for %s, and leaves nothing behind',
  async (reason) => {
    const archive = maliciousArchives.find((each) => each.reason === reason);
    const refused = await send(owner, 'archive?name=malicious', archive?.pack() ?? new Uint8Array());
    expect(await read<ErrorEnvelope>(refused)).toMatchObject({ details: { reason } });
    const list = await read<{ repositories: readonly RepositoryView[] }>(await owner.fetch('/api/repositories'));
    expect(list.repositories.filter(({ name }) => name === 'malicious')).toEqual([]);
  },
);
