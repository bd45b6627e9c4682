import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reviewJob } from '../src/index.ts';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n', 'gone.txt': 'gone\n' });
});

afterAll(() => opened[Symbol.asyncDispose]());

/** Executes a job that leaves these files. */
async function leave(files: Readonly<Record<string, string>>, removed: readonly string[] = []) {
  const { unitOfWork, principal } = opened.fixture;
  const id = await opened.begin('Write many files');
  const toolCalls = [
    { name: 'writeFile', input: { filePath: 'notes.txt', content: 'two\n' } },
    ...removed.map((filePath) => ({ name: 'removeFile', input: { filePath } })),
  ];
  const tree = join(opened.root, principal.organizationId, 'jobs', id);
  const write = () => {
    for (const [path, content] of Object.entries(files)) writeFileSync(join(tree, path), content);
    return true;
  };
  await opened.work(opened.createProcess(new ScriptedModel([{ toolCalls }, { text: 'Done.', when: write }])), id);
  const job = await unitOfWork.stores.repositoryJobs.get(principal, id);
  return { id, job, files: job.result?.files ?? [] };
}

it('a result counts every changed file, and a part of a list that is cut is refused', { timeout: 60_000 }, async () => {
  const { unitOfWork, principal } = opened.fixture;
  const many = Array.from({ length: 2_100 }, (_, place) => `f${String(place).padStart(5, '0')}.txt`);
  const { id, job, files } = await leave(Object.fromEntries(many.map((path) => [path, `${path}\n`])));
  expect(files).toHaveLength(2_000);
  expect(job.result?.changedFiles).toBe(2_101);
  const [listed] = await unitOfWork.stores.repositoryJobs.list(principal, { limit: 1 });
  expect(listed).toMatchObject({ id, changedFiles: 2_101 });
  const resources = { unitOfWork, review: opened.tools.ports.gitReview, root: opened.root };
  const { signal } = new AbortController();
  const review = (accepted: Parameters<typeof reviewJob>[2]['accepted']) =>
    reviewJob(resources, principal, { jobId: id, accepted, squash: false, signal });
  const all = files.map(({ path }) => ({ path, hunks: 'all' as const }));
  const refused = { code: 'VALIDATION_ERROR', message: expect.stringContaining('split the work into smaller jobs') };
  await expect(review(all.slice(1))).rejects.toMatchObject(refused);
  await expect(review(all)).rejects.toMatchObject(refused);
  expect(await review('all')).toMatchObject({ commit: job.result?.headCommit });
});
