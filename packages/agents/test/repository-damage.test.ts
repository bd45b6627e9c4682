import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
});
afterAll(() => opened[Symbol.asyncDispose]());

async function runJob(): Promise<string> {
  const { begin, work, createProcess } = opened;
  const steps = [
    { toolCalls: [{ name: 'writeFile', input: { filePath: 'plan.txt', content: 'two\n' } }] },
    { text: 'Planned.' },
  ];
  const id = await begin('Plan');
  await work(createProcess(new ScriptedModel(steps)), id);
  return id;
}

it('a job fetches its repository again when the copy on this machine has lost a file', async () => {
  const { fixture, git, root, repository } = opened;
  const { principal, unitOfWork } = fixture;
  await runJob();
  const cache = join(root, principal.organizationId, `${repository.id}.git`);
  const blob = (await git(cache, '--git-dir=.', 'rev-parse', 'refs/remotes/origin/main:notes.txt')).trim();
  await rm(join(cache, 'objects', blob.slice(0, 2), blob.slice(2)));
  const id = await runJob();
  const { status, errorMessage } = await unitOfWork.stores.runs.get(principal, id);
  expect([status, errorMessage]).toEqual(['completed', null]);
  const { result } = await unitOfWork.stores.repositoryJobs.get(principal, id);
  expect(result?.files.map(({ path }) => path)).toEqual(['plan.txt']);
});
