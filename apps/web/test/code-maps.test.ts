import { newId } from '@shipmate/domain';
import { createTestCode } from '@shipmate/domain/testing';
import type { CodeMapListResponse, CodeSearchResponse, StartIndexResponse } from '@shipmate/protocol/web/code-maps';
import type { RepositoryView } from '@shipmate/protocol/web/repositories';
import type { RunListResponse } from '@shipmate/protocol/web/runs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repository } from './guarded-routes/repository-routes.ts';
import { read, readError } from './read-json.ts';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
let owner: Awaited<ReturnType<TestWeb['signIn']>>;
let id: string;
let path: string;

beforeAll(async () => {
  web = await startWeb();
  owner = await web.signIn();
  id = (await read<RepositoryView>(await owner.post('/api/repositories', repository))).id;
  path = `/api/repositories/${id}/maps`;
});

afterAll(() => web[Symbol.asyncDispose]());

const list = async () => read<CodeMapListResponse>(await owner.fetch(path));
const start = async (target: object) => {
  const response = await owner.post(path, target);
  expect(response.status).toBe(202);
  return (await read<StartIndexResponse>(response)).runId;
};

it('adding a repository begins to index its default branch, which another request does not repeat', async () => {
  const { index, maps, label } = await list();
  expect(label).toEqual({ owner: 'git.example.test', repo: 'shop' });
  expect(maps).toEqual([]);
  expect(index).toMatchObject({ branch: null, commit: null, status: 'queued', progress: null, errorMessage: null });
  expect(await start({})).toBe(index?.runId);
  const branch = await start({ branch: 'next' });
  expect(branch).not.toBe(index?.runId);
  expect(await start({ branch: 'next' })).toBe(branch);
  expect((await list()).index).toMatchObject({ runId: branch, branch: 'next' });
  const progress = { phase: 'analysis', done: 2, total: 4 } as const;
  await web.unitOfWork.stores.codeIndexes.saveProgress(owner.tenant.principal, branch, progress);
  expect((await list()).index).toMatchObject({ progress });
  const { runs } = await read<RunListResponse>(await owner.fetch('/api/runs'));
  expect(runs.map(({ kind }) => kind)).toEqual(['code_index', 'code_index']);
  expect(await read(await owner.fetch(`/api/runs/${branch}`))).toMatchObject({ run: { kind: 'code_index' } });
  expect((await owner.post(`/api/runs/${branch}/stop`, {})).ok).toBe(true);
});

it.each([
  { target: { commit: 'HEAD' }, field: 'commit' },
  { target: { branch: 'main', commit: 'a'.repeat(40) }, field: 'commit' },
  { target: { branch: ' ' }, field: 'branch' },
])('POST …/maps refuses $target and names $field', async ({ target, field }) => {
  const response = await owner.post(path, target);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(field);
});

it('a map is listed and searched, with the ids of nodes in diagrams', async () => {
  const { code, analyses } = createTestCode('c'.repeat(40), {
    'src/create-order.ts': { symbols: ['createOrder'], docs: { createOrder: 'Stores an order.' } },
    'README.md': { language: 'markdown', words: 'A shop' },
  });
  const { principal } = owner.tenant;
  const map = await web.unitOfWork.transaction(async ({ codeMaps }) => {
    await codeMaps.saveAnalyses(principal, analyses);
    return codeMaps.save(principal, { id: newId(), repositoryId: id, branch: 'main', code });
  });
  expect((await list()).maps).toMatchObject([{ id: map.id, commit: code.commit, branch: 'main', files: 2, size: 200 }]);
  const found = await read<CodeSearchResponse>(await owner.fetch(`${path}/${map.id}/search?q=create%20orders&limit=2`));
  expect(found.commit).toBe(code.commit);
  expect(found.hits).toMatchObject([
    {
      nodeId: 'git.example.test/shop:src/create-order.ts#L1-1',
      symbol: { name: 'createOrder', doc: 'Stores an order.' },
    },
    { nodeId: 'git.example.test/shop:src/create-order.ts', symbol: null },
  ]);
  expect(await readError(await owner.fetch(`${path}/${map.id}/search?q=`))).toEqual([400, 'VALIDATION_ERROR']);
  expect(await readError(await owner.fetch(`${path}/${map.id}/search?q=a&limit=51`))).toEqual([
    400,
    'VALIDATION_ERROR',
  ]);
  const other = await read<RepositoryView>(await owner.post('/api/repositories', { ...repository, name: 'other' }));
  const wrong = `/api/repositories/${other.id}/maps/${map.id}/search?q=order`;
  expect(await readError(await owner.fetch(wrong))).toEqual([404, 'NOT_FOUND']);
});
