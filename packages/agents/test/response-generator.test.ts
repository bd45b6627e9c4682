import { AppError, silentLogger, textOf } from '@shipmate/core';
import { ScriptedModel, type ScriptedStep } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import type { JobPayloads } from '@shipmate/domain/job';
import { expect, it, onTestFinished } from 'vitest';
import { createResponseGenerator, createRunWorker, beginResponse, type ResponseJob } from '../src/index.ts';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const question = { role: 'user', content: 'And in winter?' } as const;

/** Creates a generator and a worker that executes its jobs. */
function createScene({ unitOfWork, principal, runLog, database, createExecutor }: AgentFixture, steps: ScriptedStep[]) {
  const model = new ScriptedModel(steps);
  const named: (string | undefined)[] = [];
  const models = {
    get(id?: string) {
      named.push(id);
      return model;
    },
  };
  const executor = createExecutor(model);
  const { notifications } = database;
  const draining = new AbortController().signal;
  const worker = createRunWorker({ executor, notifications, logger: silentLogger, draining });
  onTestFinished(() => worker.close());
  const generator = createResponseGenerator({ unitOfWork, runLog, models, principal });
  return { model, named, executor, generator };
}

async function messagesOf({ unitOfWork, principal }: AgentFixture, conversationId: string) {
  const messages = await unitOfWork.stores.conversations.listMessages(principal, conversationId);
  return messages.map(({ message }) => `${message.role}: ${textOf(message)}`);
}

it('generateResponse accepts a job with all fields of its specification', async () => {
  await using fixture = await createAgentFixture();
  const { generator, named, model } = createScene(fixture, [{ text: 'Cold.' }]);
  const job: Required<Omit<ResponseJob, 'clientConversationId' | 'projectId'>> = {
    taskId: newId(),
    conversationId: newId(),
    messages: [question],
    provider: 'openai',
    model: 'gpt-4o',
    workspace: { id: fixture.workspace.id },
  };
  const response: string = await generator.generateResponse(job);
  expect(response).toBe('Cold.');
  expect(named[0]).toBe('openai:gpt-4o');
  expect(model.requests[0]?.tools?.map(({ name }) => name)).toContain('textEditor');
});

it('generateResponse answers in plain text with the earlier messages when there is no workspace', async () => {
  await using fixture = await createAgentFixture();
  const { generator, model } = createScene(fixture, [{ text: 'Cold.' }]);
  const [taskId, conversationId] = [newId(), newId()];
  const messages = [
    { role: 'user', content: 'How is spring?' },
    { role: 'assistant', content: 'Mild.' },
    { role: 'user', content: 'And summer?' },
    { role: 'assistant', content: 'Hot.' },
    question,
  ] as const;
  expect(await generator.generateResponse({ taskId, conversationId, messages })).toBe('Cold.');
  const [request] = model.requests;
  expect(request?.messages.map(textOf)).toEqual(['How is spring?', 'Mild.', 'And summer?', 'Hot.', 'And in winter?']);
  expect(request?.tools ?? []).toEqual([]);
  expect(await messagesOf(fixture, conversationId)).toHaveLength(6);
  const run = await fixture.unitOfWork.stores.runs.get(fixture.principal, taskId);
  expect(run).toMatchObject({ origin: 'job', status: 'completed', detached: true });
  expect((await fixture.events(taskId)).map(({ event }) => event.type)).toEqual([
    'run_started',
    'turn_started',
    'content',
    'turn_ended',
    'run_ended',
  ]);
});

it('generateResponse adds only the question to an existing conversation', async () => {
  await using fixture = await createAgentFixture();
  const { generator, model } = createScene(fixture, [{ text: 'Mild.' }, { text: 'Cold.' }]);
  const conversationId = newId();
  const spring = { role: 'user', content: 'How is spring?' } as const;
  await generator.generateResponse({ conversationId, messages: [spring] });
  const claimed = { role: 'assistant', content: 'I never said this.' } as const;
  expect(await generator.generateResponse({ conversationId, messages: [spring, claimed, question] })).toBe('Cold.');
  expect(model.requests[1]?.messages.map(textOf)).toEqual(['How is spring?', 'Mild.', 'And in winter?']);
});

it('begin stores the question at once, and nothing when it is refused', async () => {
  await using fixture = await createAgentFixture();
  const { generator } = createScene(fixture, [{ text: 'Cold.' }]);
  const job = { taskId: newId(), messages: [question] };
  expect(await generator.begin(job)).toMatchObject({ id: job.taskId, status: 'queued', workspaceId: null });
  expect(await generator.generateResponse(job)).toBe('Cold.');
  const foreign = { messages: [question], workspace: { id: newId() } };
  await expect(generator.begin(foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('a response is created once when it is requested and its job is delivered repeatedly', async () => {
  await using fixture = await createAgentFixture();
  const { generator, model } = createScene(fixture, [{ text: 'Cold.' }]);
  const { unitOfWork, database } = fixture;
  const delivered: JobPayloads['respond'][] = [];
  const isDelivered = Promise.withResolvers<void>();
  await database.jobs.work('respond', async (payload) => {
    delivered.push(payload);
    isDelivered.resolve();
  });
  const job = { taskId: newId(), conversationId: newId(), messages: [question] };
  expect(await unitOfWork.transaction(({ jobs }) => generator.enqueue(job, jobs))).toBe(job.taskId);
  await isDelivered.promise;
  const [payload] = delivered;
  if (!payload) throw new Error('The job was delivered.');
  const begin = () => beginResponse(unitOfWork, payload);
  expect(await begin()).toMatchObject({ id: job.taskId });
  expect(await begin()).toMatchObject({ id: job.taskId });
  expect(await generator.generateResponse(job)).toBe('Cold.');
  expect(await begin()).toMatchObject({ status: 'completed' });
  expect(await messagesOf(fixture, job.conversationId)).toEqual(['user: And in winter?', 'assistant: Cold.']);
  expect(model.requests).toHaveLength(1);
});

it("generateResponse rejects with the run's error when the run fails or is stopped, and stops waiting when its signal aborts", async () => {
  await using fixture = await createAgentFixture();
  const broke = new AppError({ code: 'RATE_LIMITED', message: 'Too many requests.', recoverable: false });
  const { generator, executor } = createScene(fixture, [
    { error: broke },
    { text: 'Once upon', until: new Promise(() => undefined) },
  ]);
  await expect(generator.generateResponse({ messages: [question] })).rejects.toMatchObject({ code: 'RATE_LIMITED' });

  const job = { taskId: newId(), conversationId: newId(), messages: [question] };
  const leaving = new AbortController();
  const left = generator.generateResponse(job, leaving.signal);
  const [stays, busy] = [generator.generateResponse(job), { ...job, taskId: newId() }];
  const ends = Promise.allSettled([left, stays]);
  for await (const { event } of fixture.runLog.tail(job.taskId, { signal: AbortSignal.timeout(120_000) })) {
    if (event.type === 'content') break;
  }
  await expect(generator.generateResponse(busy)).rejects.toMatchObject({ code: 'CONFLICT' });
  leaving.abort(new Error('enough'));
  await executor.stop(fixture.principal, job.conversationId);
  expect(await ends).toMatchObject([{ reason: { message: 'enough' } }, { reason: { code: 'ABORTED' } }]);
});

it('generateResponse stores nothing if its signal is aborted already', async () => {
  await using fixture = await createAgentFixture();
  const { generator } = createScene(fixture, []);
  const job = { taskId: newId(), messages: [question] };
  const answering = generator.generateResponse(job, AbortSignal.abort(new Error('enough')));
  await expect(answering).rejects.toThrow('enough');
  const stored = fixture.unitOfWork.stores.runs.get(fixture.principal, job.taskId);
  await expect(stored).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it.each([
  { name: 'no messages', job: { messages: [] }, field: 'messages' },
  { name: 'an answer last', job: { messages: [{ role: 'assistant', content: 'Cold.' }] }, field: 'messages' },
  { name: 'a task id of its own kind', job: { messages: [question], taskId: '1' }, field: 'taskId' },
  {
    name: 'a conversation id of its own kind',
    job: { messages: [question], conversationId: '1' },
    field: 'conversationId',
  },
  { name: 'a provider without a model', job: { messages: [question], provider: 'openai' }, field: 'model' },
] as const)('generateResponse and enqueue reject $name', async ({ job, field }) => {
  await using fixture = await createAgentFixture();
  const { generator } = createScene(fixture, []);
  const refused = { code: 'VALIDATION_ERROR', message: expect.stringMatching(new RegExp(`^${field}: `)) };
  await expect(generator.generateResponse(job)).rejects.toMatchObject(refused);
  await expect(generator.enqueue(job)).rejects.toMatchObject(refused);
});

it('generateResponse refuses the conversation, workspace or run id of another tenant', async () => {
  await using fixture = await createAgentFixture();
  await using other = await createAgentFixture();
  const { generator } = createScene(fixture, [{ text: 'Cold.' }]);
  const stranger = createScene(other, []).generator;
  const job = { taskId: newId(), conversationId: newId(), messages: [question] };
  await generator.generateResponse(job);
  await expect(stranger.generateResponse({ ...job, taskId: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(stranger.generateResponse({ ...job, conversationId: newId() })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  const workspace = { id: fixture.workspace.id };
  await expect(stranger.generateResponse({ messages: [question], workspace })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await messagesOf(fixture, job.conversationId)).toHaveLength(2);
});
