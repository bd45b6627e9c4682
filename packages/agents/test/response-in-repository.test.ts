import { silentLogger } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { beginResponse, createResponseGenerator, createRunWorker, type ResponseJob } from '../src/index.ts';
import { toResponsePayload } from '../src/jobs/response-job.ts';
import { createRepositoryFixture, type RepositoryFixture } from './repository-fixture.ts';

let opened: RepositoryFixture;
const question = { role: 'user', content: 'Say more' } as const;

beforeAll(async () => {
  opened = await createRepositoryFixture({ 'notes.txt': 'one\n' });
});
afterAll(() => opened[Symbol.asyncDispose]());

function createGenerator(model: ScriptedModel) {
  const { unitOfWork, principal, runLog } = opened.fixture;
  return createResponseGenerator({ unitOfWork, runLog, models: { get: () => model }, principal });
}

it('generateResponse works in the repository of its workspace and returns the text', async () => {
  const { fixture, source, createProcess } = opened;
  const { stores } = fixture.unitOfWork;
  const write = { name: 'writeFile', input: { filePath: 'notes.txt', content: 'one\ntwo\n' } };
  const model = new ScriptedModel([{ toolCalls: [write] }, { text: 'Wrote two.' }]);
  const { notifications } = fixture.database;
  const draining = new AbortController().signal;
  const worker = createRunWorker({ executor: createProcess(model), notifications, logger: silentLogger, draining });
  onTestFinished(() => worker.close());
  const taskId = newId();
  const earlier = [{ role: 'user', content: 'Say one' } as const, { role: 'assistant', content: 'One.' } as const];
  const job: ResponseJob = {
    taskId,
    messages: [...earlier, question],
    workspace: { workingDirectory: source, repoUrl: 'https://git.example/acme/notes.git', branch: 'main' },
  };
  expect(await createGenerator(model).generateResponse(job)).toBe('Wrote two.');
  const tools = model.requests[0]?.tools?.map(({ name }) => name);
  expect(tools).toEqual(expect.arrayContaining(['readFile', 'gitCommit', 'runTests', 'sendMessage']));
  expect(model.requests[0]?.messages).toHaveLength(3);
  const stored = await stores.repositoryJobs.get(fixture.principal, taskId);
  expect(stored).toMatchObject({ repositoryId: opened.repository.id, localPath: source, baseBranch: 'main' });
  expect(stored.result?.files).toMatchObject([{ path: 'notes.txt', additions: 1 }]);
});

it('a queued job for the address of a repository begins once, in the project that it names', async () => {
  const { unitOfWork, principal } = opened.fixture;
  const model = new ScriptedModel([]);
  const [taskId, conversationId] = [newId(), newId()];
  const workspace = { repoUrl: 'https://git.example/acme/shop.git' };
  const job = { taskId, conversationId, messages: [question], workspace };
  const payload = toResponsePayload(principal, job, { models: { get: () => model } });
  const runs = await Promise.all([1, 2].map(() => beginResponse(unitOfWork, payload)));
  expect(runs.map(({ id }) => id)).toEqual([taskId, taskId]);
  expect(await unitOfWork.stores.repositoryJobs.get(principal, taskId)).toMatchObject({
    repositoryId: null,
    remoteUrl: workspace.repoUrl,
    baseBranch: null,
    conversationId,
  });
  await unitOfWork.stores.runs.requestStop(principal, taskId);
});

it('a job for an http address is refused where the workers are known not to reach it', () => {
  const models = { get: () => new ScriptedModel([]) };
  const job = { messages: [question], workspace: { repoUrl: 'http://git.example/acme/shop.git' } };
  const remoteSchemes = { http: false, ssh: true };
  expect(toResponsePayload(opened.fixture.principal, job, { models }).repository).toEqual({
    localPath: null,
    remoteUrl: job.workspace.repoUrl,
    branch: null,
  });
  expect(() => toResponsePayload(opened.fixture.principal, job, { models, remoteSchemes })).toThrow(
    expect.objectContaining({
      details: {
        issues: [{ path: 'workspace.repoUrl', message: expect.stringContaining('must begin with https://') }],
      },
    }),
  );
});

it.each([
  [{ workingDirectory: 'relative/path' }, 'absolute'],
  [{ repoUrl: 'file:///etc' }, 'https://'],
  [{ branch: 'main' }, 'workingDirectory or repoUrl'],
])('generateResponse refuses the workspace %j', async (workspace, words) => {
  const refused = createGenerator(new ScriptedModel([])).generateResponse({ messages: [question], workspace });
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining(words) });
});
