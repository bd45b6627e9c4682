import { AppError, textOf, toJsonText, ToolRegistry, type BoundTool } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import type { NumberedRunEvent } from '@shipmate/domain/run';
import { describe, expect, it } from 'vitest';
import { createAgentFixture, type AgentFixture } from './agent-fixture.ts';

const usage = { inputTokens: 10, outputTokens: 5 };

describe('a run', () => {
  it('edits the chart and stores a consistent log, conversation and row', async () => {
    await using fixture = await createAgentFixture();
    const { principal, unitOfWork, question, events, read } = fixture;
    using model = new ScriptedModel([
      {
        text: ['Let me ', 'look.'],
        toolCalls: [{ name: 'textEditor', input: { command: 'view', path: 'values.yaml' } }],
        usage,
      },
      {
        thinking: 'One line.',
        toolCalls: [
          {
            name: 'textEditor',
            input: {
              command: 'str_replace',
              path: 'values.yaml',
              oldStr: 'replicaCount: 1',
              newStr: 'replicaCount: 3',
            },
          },
        ],
        usage,
      },
      { text: 'Three replicas.', usage },
    ]);
    const { conversation, run } = await fixture.createExecutor(model).start(principal, question('three replicas'));
    const log = await events(run.id);

    expect(log.map(({ sequence }) => sequence)).toEqual(log.map((_, index) => index + 1));
    expect(log.map(({ event }) => event.type).join(' ')).toBe(
      'run_started ' +
        'turn_started content tool_call_started turn_ended tool_call tool_result ' +
        'turn_started thinking tool_call_started turn_ended tool_call tool_result ' +
        'turn_started content turn_ended ' +
        'run_ended',
    );
    expect(log[2]?.event).toMatchObject({ type: 'content', turn: 0, deltas: ['Let me ', 'look.'] });
    expect(log.at(-1)?.event).toMatchObject({
      status: 'completed',
      stopReason: 'final',
      usage: { inputTokens: 30, outputTokens: 15 },
    });
    expect(await read('values.yaml')).toContain('replicaCount: 3');

    const messages = await unitOfWork.stores.conversations.listMessages(principal, conversation.id);
    expect(messages.map(({ message, runId }) => [message.role, runId])).toEqual(
      ['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant'].map((role) => [role, run.id]),
    );
    expect(await unitOfWork.stores.runs.get(principal, run.id)).toMatchObject({
      status: 'completed',
      stopReason: 'final',
      model: 'scripted:model',
      usage: { inputTokens: 30, outputTokens: 15 },
      errorCode: null,
      endedAt: expect.any(Date),
    });
    expect(model.requests[0]?.system).toContain('## Current Chart Context\nWorkspace "Shop", revision 0');
  });

  it('answers a second question with the first exchange in its history', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([{ text: 'One.' }, { text: 'Two.' }]);
    const executor = fixture.createExecutor(model);
    const first = await executor.start(fixture.principal, fixture.question('first'));
    await fixture.events(first.run.id);
    const second = await executor.start(fixture.principal, fixture.question('second', first.conversation.id));
    await fixture.events(second.run.id);
    expect(model.requests[1]?.messages.map(textOf)).toEqual(['first', 'One.', 'second']);
  });

  it.each([
    { name: 'throws', execute: () => Promise.reject(new Error('secret path')), output: /failed unexpectedly/ },
    {
      name: 'returns a BigInt',
      execute: async () => ({ big: 12n, nul: 'a\0b' }),
      output: /"big":"12"/,
      isError: false,
    },
    { name: 'never returns', execute: () => new Promise<never>(() => undefined), timeoutMs: 20, output: /20 ms|time/i },
  ])('completes when a tool $name', async ({ execute, output, isError = true, timeoutMs }) => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([
      { toolCalls: [{ name: 'getChartContext', input: { odd: 'in\0put' } }] },
      { text: 'I went on.' },
    ]);
    const tool = oddTool(execute, timeoutMs);
    const { run } = await fixture
      .createExecutor(model, { extraTools: [tool] })
      .start(fixture.principal, fixture.question('go'));
    const log = (await fixture.events(run.id)).map(({ event }) => event);
    expect(log.find(({ type }) => type === 'tool_result')).toMatchObject({
      isError,
      output: expect.stringMatching(output),
    });
    expect(log.find(({ type }) => type === 'tool_call')).toMatchObject({ input: { odd: 'in\uFFFDput' } });
    expect(JSON.stringify(log)).not.toContain('secret path');
    expect(JSON.stringify(log)).not.toMatch(/(?<!\\)\\u0000/);
    expect(log.at(-1)).toMatchObject({ type: 'run_ended', status: 'completed' });
  });

  it('fails and keeps its content when the model fails', async () => {
    await using fixture = await createAgentFixture();
    const error = new AppError({
      code: 'RATE_LIMITED',
      message: 'Too many requests.',
      recoverable: false,
      cause: new Error('secret'),
    });
    using model = new ScriptedModel([{ text: 'Well, ', error, usage }]);
    const { run, conversation } = await fixture.createExecutor(model).start(fixture.principal, fixture.question('go'));
    const ended = (await fixture.events(run.id)).at(-1)?.event;
    expect(ended).toEqual({
      type: 'run_ended',
      costUsd: null,
      status: 'failed',
      stopReason: 'model_error',
      usage: expect.objectContaining(usage),
      error: { code: 'RATE_LIMITED', message: 'Too many requests.' },
    });
    expect(await said(fixture, conversation.id)).toEqual(['go', 'Well, ']);
  });

  it('fails when its tools are not registered', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([]);
    const executor = fixture.createExecutor(model, { tools: new ToolRegistry() });
    const { run } = await executor.start(fixture.principal, fixture.question('go'));
    expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({
      status: 'failed',
      error: { code: 'NOT_FOUND' },
    });
  });
});

describe('stop', () => {
  it('ends the answer, keeps its content, and frees the conversation', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([{ text: 'Once upon', until: new Promise(() => undefined) }, { text: 'Next.' }]);
    const executor = fixture.createExecutor(model);
    const { run, conversation } = await executor.start(fixture.principal, fixture.question('a story'));
    await sawContent(fixture, run.id);

    await expect(executor.start(fixture.principal, fixture.question('more', conversation.id))).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await executor.stop(fixture.principal, conversation.id)).toBe(true);
    expect(await executor.stop(fixture.principal, conversation.id)).toBe(false);

    const ended = (await fixture.events(run.id)).at(-1)?.event;
    expect(ended).toMatchObject({ type: 'run_ended', status: 'cancelled', stopReason: 'aborted' });
    expect(ended).not.toHaveProperty('error');
    expect(await said(fixture, conversation.id)).toEqual(['a story', 'Once upon']);
    const next = await executor.start(fixture.principal, fixture.question('go on', conversation.id));
    expect((await fixture.events(next.run.id)).at(-1)?.event).toMatchObject({ status: 'completed' });
  });

  it('abandons a tool that ignores its signal', async () => {
    await using fixture = await createAgentFixture();
    const called = Promise.withResolvers<void>();
    const tool = oddTool(() => {
      called.resolve();
      return new Promise<never>(() => undefined);
    });
    using model = new ScriptedModel([{ toolCalls: [{ name: 'getChartContext' }] }]);
    const executor = fixture.createExecutor(model, { extraTools: [tool] });
    const { run, conversation } = await executor.start(fixture.principal, fixture.question('go'));
    await called.promise;
    expect(await executor.stop(fixture.principal, conversation.id)).toBe(true);
    expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({ status: 'cancelled' });
  });
});

describe('start', () => {
  it('accepts one of several simultaneous questions', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([{ text: 'One.' }]);
    const executor = fixture.createExecutor(model);
    const conversationId = newId();
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'c'].map((message) => executor.start(fixture.principal, fixture.question(message, conversationId))),
    );
    const runs = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.run] : []));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toMatchObject([{ code: 'CONFLICT' }, { code: 'CONFLICT' }]);
    for (const { id } of runs) await fixture.events(id);
    expect(runs).toHaveLength(1);
  });

  it('answers the last question again without its earlier answers in the history', async () => {
    await using fixture = await createAgentFixture();
    const error = new AppError({ code: 'RATE_LIMITED', message: 'Too many requests.', recoverable: false });
    using model = new ScriptedModel([
      { text: 'One.' },
      { text: 'Well, ', error },
      { error },
      { text: 'Two.' },
      { text: 'Three.' },
    ]);
    const executor = fixture.createExecutor(model);
    const ask = async (message: string | null, conversationId?: string) => {
      const question = { ...fixture.question('', conversationId), message };
      const { run, conversation } = await executor.start(fixture.principal, question);
      await fixture.events(run.id);
      return conversation.id;
    };
    const conversationId = await ask('first');
    await ask('second', conversationId);
    await ask(null, conversationId);
    await ask(null, conversationId);
    await ask('third', conversationId);
    expect(await said(fixture, conversationId)).toEqual([
      'first',
      'One.',
      'second',
      'Well, ',
      'Two.',
      'third',
      'Three.',
    ]);
    expect(model.requests.map(({ messages }) => messages.map(textOf))).toEqual([
      ['first'],
      ['first', 'One.', 'second'],
      ['first', 'One.', 'second'],
      ['first', 'One.', 'second'],
      ['first', 'One.', 'second', 'Two.', 'third'],
    ]);
  });

  it('stores a question once when it is sent again with the same id', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([{ text: 'One.' }, { text: 'Again.' }]);
    const executor = fixture.createExecutor(model);
    const question = { ...fixture.question('first'), messageId: newId() };
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { run } = await executor.start(fixture.principal, question);
      await fixture.events(run.id);
    }
    expect(await said(fixture, question.conversationId)).toEqual(['first', 'One.', 'Again.']);
    expect(model.requests.map(({ messages }) => messages.map(textOf))).toEqual([['first'], ['first']]);
  });

  it('throws NOT_FOUND for resources of another tenant and stores nothing', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([{ text: 'Mine.' }]);
    const executor = fixture.createExecutor(model);
    const mine = await executor.start(fixture.principal, fixture.question('mine'));
    await fixture.events(mine.run.id);

    const { principal: stranger } = await createTestTenant(fixture.unitOfWork);
    const theirs = await fixture.unitOfWork.stores.workspaces.create(stranger, {
      id: newId(),
      name: 'theirs',
      createdType: 'prompt',
      charts: [],
      files: [],
    });
    const conversationId = mine.conversation.id;
    const attempts = [
      executor.start(stranger, fixture.question('foreign workspace')),
      executor.start(stranger, { ...fixture.question('foreign conversation', conversationId), workspaceId: theirs.id }),
      executor.start(fixture.principal, fixture.question('no such conversation', 'not-an-id')),
      executor.start(fixture.principal, { ...fixture.question('nothing to answer again'), message: null }),
      executor.start(stranger, { ...fixture.question('', conversationId), workspaceId: theirs.id, message: null }),
      executor.stop(stranger, conversationId),
      executor.openStream(stranger, conversationId, AbortSignal.timeout(1_000)),
    ];
    await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })));
    expect(await fixture.unitOfWork.stores.conversations.listForWorkspace(stranger, theirs.id)).toEqual([]);
    expect(await said(fixture, conversationId)).toEqual(['mine', 'Mine.']);
  });
});

describe('openStream', () => {
  it('streams the active answer from its beginning, and returns undefined afterwards', async () => {
    await using fixture = await createAgentFixture();
    const gate = Promise.withResolvers<void>();
    using model = new ScriptedModel([{ text: 'The end.', until: gate.promise }]);
    const executor = fixture.createExecutor(model);
    const { run, conversation } = await executor.start(fixture.principal, fixture.question('a story'));
    await sawContent(fixture, run.id);
    const signal = AbortSignal.timeout(120_000);
    const stream = await executor.openStream(fixture.principal, conversation.id, signal);
    gate.resolve();
    const seen: NumberedRunEvent[] = [];
    for await (const event of stream ?? []) seen.push(event);
    expect(seen).toEqual(await fixture.events(run.id));
    expect(seen.at(-1)?.event.type).toBe('run_ended');
    expect(await executor.openStream(fixture.principal, conversation.id, signal)).toBeUndefined();
  });
});

describe('close', () => {
  it('rejects further questions and releases the active run for another executor', async () => {
    await using fixture = await createAgentFixture();
    using model = new ScriptedModel([
      { text: 'Once upon', until: new Promise(() => undefined) },
      { text: 'Once upon a time.' },
    ]);
    const executor = fixture.createExecutor(model);
    const { run, conversation } = await executor.start(fixture.principal, fixture.question('a story'));
    await sawContent(fixture, run.id);
    await executor.close();
    await expect(executor.start(fixture.principal, fixture.question('late'))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await executor.takeOver()).toBeUndefined();
    expect(await fixture.unitOfWork.stores.runs.get(fixture.principal, run.id)).toMatchObject({ status: 'queued' });

    await (await fixture.createExecutor(model).takeOver())?.finished;
    expect((await fixture.events(run.id)).map(({ event }) => event.type)).toEqual([
      'run_started',
      'turn_started',
      'content',
      'content',
      'content',
      'turn_restarted',
      'content',
      'turn_ended',
      'run_ended',
    ]);
    expect(await said(fixture, conversation.id)).toEqual(['a story', 'Once upon a time.']);
  });

  it('waits for an answer that ends within drainMs', async () => {
    await using fixture = await createAgentFixture();
    const gate = Promise.withResolvers<void>();
    using model = new ScriptedModel([{ text: 'The end.', until: gate.promise }]);
    const executor = fixture.createExecutor(model, { drainMs: 20_000 });
    const { run } = await executor.start(fixture.principal, fixture.question('a story'));
    await sawContent(fixture, run.id);
    const closing = executor.close();
    gate.resolve();
    await closing;
    expect((await fixture.events(run.id)).at(-1)?.event).toMatchObject({ status: 'completed' });
  });
});

async function said({ unitOfWork, principal }: AgentFixture, conversationId: string): Promise<readonly string[]> {
  const messages = await unitOfWork.stores.conversations.listMessages(principal, conversationId);
  return messages.map(({ message }) => textOf(message));
}

async function sawContent({ runLog }: AgentFixture, runId: string): Promise<void> {
  for await (const { event } of runLog.tail(runId, { signal: AbortSignal.timeout(120_000) })) {
    if (event.type === 'content') return;
  }
}

/** Creates a misbehaving tool with the name of a tool of the profile. */
function oddTool(execute: BoundTool['execute'], timeoutMs?: number): BoundTool {
  return {
    name: 'getChartContext',
    description: 'Odd.',
    category: 'chart',
    inputSchema: { type: 'object', properties: {} },
    openWorld: false,
    idempotent: true,
    worstEffect: 'read',
    effect: () => 'read',
    parse: (input) => input,
    execute,
    toModel: (output) => toJsonText(output),
    clientEvents: () => [],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
}
