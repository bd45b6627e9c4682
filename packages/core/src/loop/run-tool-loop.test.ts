import { getEventListeners } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { resultsOf, runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import { silentLogger } from '../logger/logger.ts';
import { userMessage, type Message } from '../message/message.ts';
import type { ModelEvent } from '../model/model-event.ts';
import { noUsage } from '../model/usage.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';
import { createToolExecutionContext } from '../tool/tool-execution-context.ts';
import type { StopReason } from './agentic-result.ts';
import type { RunToolLoopConfig } from './tool-loop-config.ts';

afterEach(() => {
  vi.useRealTimers();
});

const echo = toolOf('echo', ({ value = '' }) => ({ echoed: value }));
const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 4, cacheWriteTokens: 1, reasoningTokens: 1 };
const callEcho: ScriptedStep = { text: 'Let me see.', toolCalls: [{ name: 'echo', input: { value: 'a' } }], usage };
const answer: ScriptedStep = { text: ['It is ', 'a.'], usage };
const neverAnswered = new Promise(() => undefined);

interface Outcome {
  readonly title: string;
  readonly steps: readonly ScriptedStep[];
  readonly config?: Partial<RunToolLoopConfig>;
  readonly outcome: {
    readonly stopReason: StopReason;
    readonly finalMessage: string;
    readonly iterations: number;
    readonly executed: number;
    readonly inputTokens: number;
  };
  /** Result of the last call as the model sees it. */
  readonly lastResult?: RegExp;
}

const preface = 'Let me see.';
const words = 'It is a.';

const outcomes: readonly Outcome[] = [
  {
    title: 'an answer at once',
    steps: [answer],
    outcome: { stopReason: 'final', finalMessage: words, iterations: 1, executed: 0, inputTokens: 10 },
  },
  {
    title: 'an answer after a tool call',
    steps: [callEcho, answer],
    outcome: { stopReason: 'final', finalMessage: words, iterations: 2, executed: 1, inputTokens: 20 },
    lastResult: /^\{"echoed":"a"\}$/,
  },
  {
    title: 'tool calls under another finish reason',
    steps: [{ ...callEcho, finish: 'stop' }, { ...callEcho, finish: 'other' }, answer],
    outcome: { stopReason: 'final', finalMessage: words, iterations: 3, executed: 2, inputTokens: 30 },
  },
  {
    title: 'tool calls announced but not made, twice',
    steps: [
      { ...answer, finish: 'tool_calls' },
      { ...answer, finish: 'tool_calls' },
    ],
    outcome: { stopReason: 'final', finalMessage: words, iterations: 1, executed: 0, inputTokens: 20 },
  },
  {
    title: 'the limit, with an answer from the wrap-up turn',
    steps: [callEcho, callEcho, answer],
    config: { maxIterations: 3 },
    outcome: { stopReason: 'max_iterations', finalMessage: words, iterations: 3, executed: 2, inputTokens: 30 },
  },
  {
    title: 'the limit, with a model that calls tools all the same',
    steps: [callEcho, callEcho],
    config: { maxIterations: 2 },
    outcome: { stopReason: 'max_iterations', finalMessage: preface, iterations: 2, executed: 1, inputTokens: 20 },
    lastResult: /Not run: no tool call was allowed.*"code":"ABORTED"/,
  },
  {
    title: 'a single turn, which is a wrap-up turn',
    steps: [answer],
    config: { maxIterations: 1 },
    outcome: { stopReason: 'max_iterations', finalMessage: words, iterations: 1, executed: 0, inputTokens: 10 },
  },
  {
    title: 'a single turn without tools, which is an answer',
    steps: [answer],
    config: { maxIterations: 1, tools: [] },
    outcome: { stopReason: 'final', finalMessage: words, iterations: 1, executed: 0, inputTokens: 10 },
  },
  {
    title: 'an answer cut at the output limit',
    steps: [{ ...answer, finish: 'length' }],
    outcome: { stopReason: 'truncated', finalMessage: words, iterations: 1, executed: 0, inputTokens: 10 },
  },
  {
    title: 'tool calls cut at the output limit',
    steps: [
      { ...callEcho, finish: 'length' },
      { ...callEcho, finish: 'length' },
    ],
    outcome: { stopReason: 'truncated', finalMessage: preface, iterations: 1, executed: 0, inputTokens: 20 },
    lastResult: /Not run: the answer was cut off/,
  },
  {
    title: 'a filtered answer',
    steps: [{ finish: 'content_filter', usage }],
    outcome: { stopReason: 'refused', finalMessage: '', iterations: 1, executed: 0, inputTokens: 10 },
  },
  {
    title: 'a model that fails after a turn, with what it spent',
    steps: [callEcho, { text: 'I', error: new AppError({ code: 'RATE_LIMITED', message: 'Slow down.' }), usage }],
    outcome: { stopReason: 'model_error', finalMessage: preface, iterations: 2, executed: 1, inputTokens: 20 },
  },
  {
    title: 'a model that breaks off its answer',
    steps: [callEcho, { events: [{ type: 'message_start' }, { type: 'content_delta', text: 'I' }] }],
    outcome: { stopReason: 'model_error', finalMessage: preface, iterations: 2, executed: 1, inputTokens: 10 },
  },
];

it.each(outcomes)('runToolLoop ends with $stopReason: $title', async ({ steps, config, ...expected }) => {
  using model = new ScriptedModel(steps);
  const run = await runLoop(model, [echo], config);
  expect({
    stopReason: run.stopReason,
    finalMessage: run.finalMessage,
    iterations: run.iterations,
    executed: run.toolCallsExecuted.length,
    inputTokens: run.usage.inputTokens,
  }).toEqual(expected.outcome);
  expect(resultsOf(run).at(-1)?.output ?? '').toMatch(expected.lastResult ?? /^/);
  expect(run.error === undefined).toBe(run.stopReason !== 'model_error');
});

it('runToolLoop emits every event in order', async () => {
  using model = new ScriptedModel([{ ...callEcho, thinking: 'Hm.' }, answer]);
  const { events, messages } = await runLoop(model, [echo]);
  const [first, last] = messages.filter(({ role }) => role === 'assistant');
  const call = { turn: 0, id: 'call_1_1', name: 'echo' };
  expect(events).toEqual([
    { type: 'turn_start', turn: 0, model: 'scripted:model', wrapUp: false },
    { type: 'thinking_delta', turn: 0, text: 'Hm.' },
    { type: 'content_delta', turn: 0, text: 'Let me see.' },
    { type: 'tool_call_start', ...call },
    { type: 'turn_end', turn: 0, finish: 'tool_calls', usage, message: first },
    { type: 'tool_call', ...call, input: { value: 'a' } },
    {
      type: 'tool_result',
      ...call,
      output: '{"echoed":"a"}',
      isError: false,
      durationMs: expect.any(Number),
      clientEvents: [],
    },
    { type: 'turn_start', turn: 1, model: 'scripted:model', wrapUp: false },
    { type: 'content_delta', turn: 1, text: 'It is ' },
    { type: 'content_delta', turn: 1, text: 'a.' },
    { type: 'turn_end', turn: 1, finish: 'stop', usage, message: last },
    { type: 'loop_end', stopReason: 'final', usage: expect.objectContaining({ inputTokens: 20, cacheReadTokens: 8 }) },
  ]);
});

it('runToolLoop sends every option to the model and withholds the tools from the wrap-up turn only', async () => {
  using model = new ScriptedModel([callEcho, answer]);
  const config = {
    systemPrompt: 'Be kind.',
    maxIterations: 2,
    maxOutputTokens: 99,
    temperature: 0.5,
    operation: 'chat',
  };
  const { messages } = await runLoop(model, [echo], config);
  const lastTurn = userMessage(
    expect.stringMatching(/^This is the last turn\. No more tools can be used\. Answer now with/),
  );
  const shared = {
    system: 'Be kind.',
    tools: [{ name: 'echo', description: 'Does echo.', inputSchema: echo.inputSchema }],
    maxOutputTokens: 99,
    temperature: 0.5,
    operation: 'chat',
  };
  expect(model.requests).toEqual([
    { ...shared, messages: messages.slice(0, 1) },
    { ...shared, messages: [...messages.slice(0, 3), lastTurn], toolChoice: 'none' },
  ]);
  expect(messages).not.toContainEqual(lastTurn);
});

it('onIteration gets the calls of its iteration', async () => {
  using model = new ScriptedModel([callEcho, answer]);
  const onIteration = vi.fn<NonNullable<RunToolLoopConfig['onIteration']>>();
  const { toolCallsExecuted } = await runLoop(model, [echo], { onIteration });
  expect(onIteration.mock.calls).toEqual([
    [1, toolCallsExecuted],
    [2, []],
  ]);
  expect(toolCallsExecuted).toEqual([
    {
      tool: 'echo',
      input: { value: 'a' },
      output: { echoed: 'a' },
      toolCallId: 'call_1_1',
      isError: false,
      durationMs: expect.any(Number),
    },
  ]);
});

it('runToolLoop logs errors of observers and continues', async () => {
  using model = new ScriptedModel([answer]);
  const { stopReason, log } = await runLoop(model, [], {
    onEvent: ({ type }) => {
      if (type === 'turn_end') throw new Error('in onEvent');
    },
    onIteration: () => {
      throw new Error('in onIteration');
    },
  });
  expect(stopReason).toBe('final');
  expect(log).toEqual([
    { message: 'an observer failed', fields: { observer: 'onEvent', error: new Error('in onEvent') } },
    { message: 'an observer failed', fields: { observer: 'onIteration', error: new Error('in onIteration') } },
  ]);
});

it.each([
  ['no messages', { messages: [] }],
  ['no iteration', { maxIterations: 0 }],
  ['half an iteration', { maxIterations: 1.5 }],
  ['an iteration that is not a number', { maxIterations: Number.NaN }],
  ['two tools of one name', { tools: [echo, echo] }],
  ['no time', { toolTimeoutMs: 0 }],
  ['no time limit for a tool', { toolTimeoutMs: Infinity }],
  ['no concurrency', { toolConcurrency: 0 }],
  ['no room for a result', { maxResultChars: 10 }],
])('runToolLoop throws before anything is spent: %s', async (_, config) => {
  const model = new ScriptedModel([]);
  await expect(runLoop(model, [], config)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(model.requests).toEqual([]);
});

it('runToolLoop answers open calls when the logger throws', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'fails' }, { name: 'echo' }], usage }]);
  const broken = toolOf('fails', () => {
    throw new Error('secret');
  });
  const error = (): never => {
    throw new Error('The disk is full.');
  };
  const context = createToolExecutionContext({
    principal: { userId: 'u', organizationId: 'o', via: 'local' },
    logger: { ...silentLogger, error },
  });
  const run = await runLoop(model, [broken, echo], { context });
  expect(run).toMatchObject({ stopReason: 'model_error', error: { code: 'INTERNAL_ERROR' }, usage });
  expect(resultsOf(run)).toHaveLength(2);
});

it('runToolLoop makes duplicate call ids unique within a turn and across the history', async () => {
  const twice = {
    toolCalls: [
      { id: 'a', name: 'echo' },
      { id: 'a', name: 'echo' },
      { id: '', name: 'echo' },
    ],
  };
  using model = new ScriptedModel([twice, twice, answer]);
  const { events, toolCallsExecuted } = await runLoop(model, [echo]);
  const ids = ['a', 'a_2', 'call', 'a_3', 'a_4', 'call_2'];
  expect(toolCallsExecuted.map(({ toolCallId }) => toolCallId)).toEqual(ids);
  expect(events.flatMap((event) => (event.type === 'tool_call_start' ? event.id : []))).toEqual(ids);
});

it('runToolLoop gives calls the ids under which they were streamed, whatever their order and those that were not', async () => {
  const calls = ['c', 'b', 'a'].map((id) => ({ type: 'tool_call', id, name: 'echo', input: { value: id } }) as const);
  const events: ModelEvent[] = [
    { type: 'tool_use_start', id: 'a', name: 'echo' },
    { type: 'tool_use_start', id: 'b', name: 'echo' },
    { type: 'message_complete', finish: 'tool_calls', usage: noUsage, message: { role: 'assistant', content: calls } },
  ];
  using model = new ScriptedModel([{ events }, answer]);
  const { toolCallsExecuted } = await runLoop(model, [echo]);
  expect(toolCallsExecuted.map(({ toolCallId }) => toolCallId)).toEqual(['c', 'b', 'a']);
});

it('runToolLoop leaves no timer and no abort listener behind', async () => {
  vi.useFakeTimers();
  using model = new ScriptedModel([callEcho, answer]);
  const { signal } = new AbortController();
  await runLoop(model, [echo], { signal });
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('runToolLoop leaves an empty answer out of the history', async () => {
  using model = new ScriptedModel([{}, {}]);
  expect(await runLoop(model, [echo])).toMatchObject({ stopReason: 'model_error', messages: [userMessage('Please.')] });
});

it('runToolLoop answers the open calls of a given history and drops answers without a call', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ id: 'y', name: 'echo' }] }, answer]);
  const result = { type: 'tool_result', name: 'echo', output: '1', isError: false } as const;
  const history: Message[] = [
    userMessage('Go.'),
    {
      role: 'assistant',
      content: [
        { type: 'tool_call', id: 'x', name: 'echo', input: {} },
        { type: 'tool_call', id: 'y', name: 'echo', input: {} },
      ],
    },
    {
      role: 'tool',
      note: 'Hurry.',
      content: [
        { ...result, id: 'y' },
        { ...result, id: 'z' },
      ],
    },
    userMessage('Go on.'),
  ];
  const { messages, toolCallsExecuted } = await runLoop(model, [echo], { messages: history });
  expect(toolCallsExecuted[0]?.toolCallId).toBe('y_2');
  expect(messages[2]).toEqual({
    role: 'tool',
    note: 'Hurry.',
    content: [
      { ...result, id: 'x', output: expect.stringContaining('Interrupted'), isError: true },
      { ...result, id: 'y' },
    ],
  });
});

it('runToolLoop does not ask the model when the signal has fired', async () => {
  const model = new ScriptedModel([]);
  const run = await runLoop(model, [echo], { signal: AbortSignal.abort() });
  expect(run).toMatchObject({ stopReason: 'aborted', iterations: 0, messages: [userMessage('Please.')] });
  expect(model.requests).toEqual([]);
});

it('runToolLoop drops a partial turn and keeps its usage when it is aborted while the model streams', async () => {
  using model = new ScriptedModel([callEcho, { text: 'I think', usage, until: neverAnswered }]);
  const controller = new AbortController();
  const run = await runLoop(model, [echo], {
    signal: controller.signal,
    onIteration: () => queueMicrotask(() => setImmediate(() => controller.abort())),
  });
  expect(run).toMatchObject({ stopReason: 'aborted', iterations: 2, usage: { inputTokens: 20 } });
  expect(run.messages.at(-1)?.role).toBe('tool');
  expect(run.error).toBeUndefined();
});

it('runToolLoop answers every call and keeps completed calls when it is aborted while tools run', async () => {
  const calls = ['quick', 'stuck', 'waiting'].map((name) => ({ name }));
  using model = new ScriptedModel([{ toolCalls: calls, usage }]);
  const controller = new AbortController();
  const waiting = vi.fn<() => void>();
  const tools = [
    toolOf('quick', () => 'done'),
    toolOf('stuck', () => {
      controller.abort();
      return neverAnswered;
    }),
    toolOf('waiting', waiting),
  ];
  const run = await runLoop(model, tools, { signal: controller.signal, toolConcurrency: 1 });
  expect(run).toMatchObject({ stopReason: 'aborted', iterations: 1, usage });
  expect(resultsOf(run)).toEqual([
    { output: '"done"', isError: false },
    { output: expect.stringContaining('"code":"ABORTED"'), isError: true },
    { output: expect.stringContaining('Not run: the run was stopped.'), isError: true },
  ]);
  expect(run.toolCallsExecuted.map(({ tool, isError }) => [tool, isError])).toEqual([
    ['quick', false],
    ['stuck', true],
  ]);
  expect(waiting).not.toHaveBeenCalled();
});

async function* streamOf(...events: ModelEvent[]): AsyncGenerator<ModelEvent> {
  yield* events;
}

const complete: ModelEvent = {
  type: 'message_complete',
  finish: 'stop',
  usage,
  message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
};

it.each<[string, () => AsyncIterable<ModelEvent>, string]>([
  [
    'throws at once',
    () => {
      throw new Error('secret');
    },
    'The model failed unexpectedly.',
  ],
  [
    'rejects while it streams',
    async function* () {
      yield { type: 'message_start' };
      throw new Error('secret');
    },
    'The model failed unexpectedly.',
  ],
  ['ends without a last event', () => streamOf({ type: 'message_start' }), 'The model broke off its answer.'],
  ['streams no event', () => streamOf(), 'The model broke off its answer.'],
])('runToolLoop ends with model_error when the model %s', async (...row) => {
  const [, stream, message] = row;
  const run = await runLoop({ id: 'broken:model', stream }, [echo]);
  expect(run).toMatchObject({ stopReason: 'model_error', usage: noUsage, messages: [userMessage('Please.')] });
  expect(run.error?.message).toBe(message);
});

it('runToolLoop keeps a complete answer when the model fails to clean up after it', async () => {
  const stream = (): AsyncIterable<ModelEvent> => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: complete }),
      return: async () => {
        throw new Error('cannot close');
      },
    }),
  });
  const run = await runLoop({ id: 'broken:model', stream }, []);
  expect(run).toMatchObject({ stopReason: 'final', finalMessage: 'Done.', usage });
});

it('runToolLoop ignores a model that continues after the abort', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const [started, resume] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stream = async function* (): AsyncGenerator<ModelEvent> {
    yield { type: 'message_start' };
    started.resolve();
    await resume.promise;
    yield { type: 'content_delta', text: 'too late' };
    yield complete;
  };
  const running = runLoop({ id: 'deaf:model', stream }, [], { signal: controller.signal });
  await started.promise;
  controller.abort();
  await vi.runAllTimersAsync();
  const run = await running;
  resume.resolve();
  await vi.runAllTimersAsync();
  expect(run.stopReason).toBe('aborted');
  expect(run.events.map(({ type }) => type)).toEqual(['turn_start', 'loop_end']);
});
