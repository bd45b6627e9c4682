import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bindTools, createToolExecutionContext, type Embedder, type Principal } from '@shipmate/core';
import { createTestDatabase, createTestTenant, type TestDatabase } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { addTestRepository, createTestCode } from '@shipmate/domain/testing';
import { createToolStorage, type ToolStorage } from '@shipmate/domain/tool-storage';
import { createCodeMaps } from '@shipmate/tools';
import { DIAGRAM_TOOLS } from '@shipmate/tools/diagram';
import { addMappedRepository, commitTestFiles, openTestTools } from '@shipmate/tools/testing';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

let database: TestDatabase;
let principal: Principal;
let storage: ToolStorage;

beforeAll(async () => {
  database = await createTestDatabase('pglite');
  ({ principal } = await createTestTenant(database.unitOfWork));
  storage = createToolStorage(database.unitOfWork);
});

afterAll(() => database.close());

const read: unknown[] = [];
const objects = {
  readFile: async (...[place, file]: readonly [object, object, AbortSignal]) => {
    read.push([place, file]);
    return { size: 1, content: 'a', reason: null };
  },
};

const files = {
  'src/create-order.ts': { symbols: ['createOrder'] },
  'src/mail.ts': { symbols: ['sendMail'], words: 'an order was sent' },
  'src/unrelated.ts': { symbols: ['other'] },
};

async function index(remoteUrl: string, embedder?: string) {
  const { unitOfWork } = database;
  const repository = await addTestRepository(unitOfWork, principal, remoteUrl);
  const { code, analyses } = createTestCode('a'.repeat(40), files);
  const { codeMaps } = unitOfWork.stores;
  await codeMaps.saveAnalyses(principal, analyses);
  if (embedder !== undefined) {
    const vectors = analyses.map(({ key }, place) => [key, Float32Array.of(place === 2 ? 2 : 0, 1)] as const);
    await codeMaps.saveVectors(principal, embedder, new Map(vectors));
  }
  const map = await unitOfWork.transaction((stores) =>
    stores.codeMaps.save(principal, { id: newId(), repositoryId: repository.id, branch: 'main', code }),
  );
  return { repository, map };
}

it('code maps find a repository by its label in any case, and name the nearest ones of an unknown label', async () => {
  const maps = createCodeMaps({ storage, objects, root: undefined });
  const { repository, map } = await index('https://git.example.test/group/sub/shop.git');
  const label = { owner: 'group/sub', repo: 'shop' };
  expect(await maps.findRepository(principal, { owner: 'Group/sub', repo: 'SHOP' })).toEqual({
    repository,
    label,
    map,
  });
  await expect(maps.findRepository(principal, { owner: 'group/sub', repo: 'shopp' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('Use group/sub/shop'),
  });
  await addTestRepository(database.unitOfWork, principal, 'https://other.example.test/group/sub/shop.git');
  await expect(maps.findRepository(principal, label)).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('code maps read a snapshot once, and not for another organization', async () => {
  let reads = 0;
  const counted = {
    ...storage.codeMaps,
    readSnapshot: (...args: Parameters<typeof storage.codeMaps.readSnapshot>) => {
      reads += 1;
      return storage.codeMaps.readSnapshot(...args);
    },
  };
  const maps = createCodeMaps({ storage: { ...storage, codeMaps: counted }, objects, root: undefined });
  const { repository, map } = await index('https://git.example.test/acme/once.git');
  const [one, other] = await Promise.all([1, 2].map(() => maps.openSnapshot(principal, repository.id)));
  expect(one).toBe(other);
  expect(await maps.openSnapshot(principal, repository.id, map.commit)).toBe(one);
  expect(reads).toBe(1);
  const stranger = (await createTestTenant(database.unitOfWork)).principal;
  await expect(maps.openSnapshot(stranger, repository.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const empty = await addTestRepository(database.unitOfWork, principal, 'https://git.example.test/acme/empty.git');
  await expect(maps.openSnapshot(principal, empty.id)).rejects.toMatchObject({ code: 'CONFLICT' });
  const small = createCodeMaps({ storage: { ...storage, codeMaps: counted }, objects, root: undefined, maxBytes: 10 });
  await small.openSnapshot(principal, repository.id);
  await small.openSnapshot(principal, repository.id);
  expect(reads).toBe(3);
});

it('code maps read a file of the commit from the local copy, where there is a folder for repositories', async () => {
  const { signal } = new AbortController();
  const { repository, map } = await index('https://git.example.test/acme/files.git');
  const maps = createCodeMaps({ storage, objects, root: '/clones' });
  expect(await maps.readFile(principal, { mapId: map.id, path: 'src/mail.ts' }, signal)).toMatchObject({
    content: 'a',
  });
  const { organizationId } = principal;
  expect(read).toEqual([
    [
      { organizationId, cache: `/clones/${organizationId}/${repository.id}.git` },
      { commit: map.commit, path: 'src/mail.ts' },
    ],
  ]);
  const without = createCodeMaps({ storage, objects, root: undefined });
  await expect(without.readFile(principal, { mapId: map.id, path: 'a' }, signal)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});

it('a search fuses words with the files of the nearest vectors, and keeps to its paths', async () => {
  const embedder: Embedder = { id: `test:${newId()}`, embed: async () => [Float32Array.of(1, 0)] };
  const { map } = await index('https://git.example.test/acme/vectors.git', embedder.id);
  const maps = createCodeMaps({ storage, objects, root: undefined, embedder });
  const search = async (more = {}) =>
    (await maps.search(principal, { mapId: map.id, text: 'create order', limit: 10, ...more })).map(({ path }) => path);
  expect(new Set(await search())).toEqual(new Set(Object.keys(files)));
  expect((await search())[0]).toBe('src/create-order.ts');
  expect(await search({ paths: ['**/mail.*'] })).toEqual(['src/mail.ts']);
});

it('compareDiagrams compares indexed commits, and refuses one that is not indexed with the way to index it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'shipmate-compare-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const opened = openTestTools(storage, { repositoryFolder: root });
  onTestFinished(() => opened.close());
  const source = join(root, 'compared-source');
  const base = await commitTestFiles(source, { 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 1;\n' });
  const { ports } = opened;
  const { codeMaps, diagrams } = ports;
  if (codeMaps === undefined) throw new Error('Code maps are always opened.');
  const resources = { unitOfWork: database.unitOfWork, ports, root, source };
  const { index: indexCommit } = await addMappedRepository(resources, principal, { name: 'compared', commit: base });
  const head = await commitTestFiles(source, { 'a.ts': "import { b } from './b.ts';\nexport const a = b;\n" });
  const tool = bindTools(DIAGRAM_TOOLS, { codeMaps, diagrams }).find(({ name }) => name === 'compareDiagrams');
  const compare = (commits: object) =>
    tool?.execute(
      tool.parse({ owner: 'local', repo: 'compared', ...commits }),
      createToolExecutionContext({ principal }),
    );
  await expect(compare({ base, head })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Commit "${head}" is not indexed. Index it on the page of the repository's map; a map exists of ${base}.`,
  });
  await expect(compare({ base: 'f'.repeat(40) })).rejects.toMatchObject({ code: 'CONFLICT' });
  await indexCommit(head);
  expect(await compare({ base })).toMatchObject({
    head,
    changed: ['a.ts'],
    addedEdges: [{ from: 'a.ts', to: 'b.ts', evidence: { path: 'a.ts', line: 1 } }],
    markdown: expect.stringContaining('```mermaid\nflowchart LR\n'),
  });
});
