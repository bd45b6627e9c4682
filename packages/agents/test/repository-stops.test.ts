import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { ScriptedModel } from '@shipmate/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

let opened: RepositoryFixture;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
});
afterAll(() => opened[Symbol.asyncDispose]());

const steps = [
  { toolCalls: [{ name: 'writeFile', input: { filePath: 'plan.txt', content: 'two\n' } }] },
  { text: 'Planned.' },
];

/** Begins a job in a process whose git begins an operation and does not end it before it is aborted. */
async function beginInSlowProcess(operation: 'updateCache' | 'commitAll') {
  const { fixture, begin, tools, root } = opened;
  const isUnderWay = Promise.withResolvers<void>();
  const { workTrees } = tools.ports;
  const slow: typeof workTrees = {
    ...workTrees,
    async [operation](input: never, signal: AbortSignal) {
      isUnderWay.resolve();
      await once(signal, 'abort');
      return workTrees[operation](input, signal);
    },
  };
  const executor = fixture.createExecutor(new ScriptedModel(steps), {
    leaseSeconds: 3_600,
    repositories: { workTrees: slow, tools: tools.checkoutRegistry, root },
  });
  const id = await begin('Plan');
  const execution = await executor.resume(id);
  if (execution === undefined) throw new Error('The job was not claimed.');
  await isUnderWay.promise;
  return { id, execution };
}

it('a job that a person stops while its repository is fetched is cancelled, and leaves no work tree', async () => {
  const { fixture, root } = opened;
  const { id, execution } = await beginInSlowProcess('updateCache');
  execution.stop();
  await execution.finished;
  const { status, errorMessage } = await fixture.unitOfWork.stores.runs.get(fixture.principal, id);
  expect([status, errorMessage]).toEqual(['cancelled', null]);
  expect(existsSync(`${root}/${fixture.principal.organizationId}/jobs/${id}`)).toBe(false);
});

it.each([
  ['fetches its repository', 'updateCache'],
  ['stores its result', 'commitAll'],
] as const)('a job whose process shuts down while it %s is completed by the next one', async (_, operation) => {
  const { fixture, createProcess, work, git, copyOf } = opened;
  const { runs, repositoryJobs } = fixture.unitOfWork.stores;
  const { id, execution } = await beginInSlowProcess(operation);
  execution.drain();
  execution.abort();
  await execution.finished;
  const { status, errorMessage } = await runs.get(fixture.principal, id);
  expect([status, errorMessage]).toEqual(['queued', null]);
  await work(createProcess(new ScriptedModel(operation === 'commitAll' ? [] : steps)), id);
  expect((await runs.get(fixture.principal, id)).status).toBe('completed');
  const { branch } = await repositoryJobs.get(fixture.principal, id);
  expect(await git(copyOf(id), 'show', `${branch}:plan.txt`)).toBe('two\n');
});
