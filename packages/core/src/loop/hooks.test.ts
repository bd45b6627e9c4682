import { expect, it, vi } from 'vitest';
import { resultsOf, runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import { userMessage } from '../message/message.ts';
import { ScriptedModel } from '../testing/index.ts';
import { composeHooks, type CallChange, type LoopHooks } from './loop-hooks.ts';

const usage = { inputTokens: 10, outputTokens: 2 };
const echo = toolOf('echo', ({ value = 'nothing' }) => ({ echoed: value }));
const callEcho = { text: 'Let me see.', toolCalls: [{ name: 'echo', input: { value: 'a' } }], usage };
const answer = { text: 'It is a.', usage };

it('beforeTurn appends messages to the history and changes the request of its turn', async () => {
  using model = new ScriptedModel([callEcho, answer]);
  const hooks: LoopHooks = {
    beforeTurn: ({ turn, wrapUp, request }) => {
      expect(wrapUp).toBe(false);
      expect(request.messages).toHaveLength(turn === 0 ? 1 : 4);
      if (turn > 0) return undefined;
      return { messages: [userMessage('And quickly.')], request: { system: 'Hurry.', temperature: 0 } };
    },
  };
  const { messages, newMessages } = await runLoop(model, [echo], { hooks, systemPrompt: 'Be kind.' });
  expect(newMessages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  expect(model.requests.map(({ system, temperature }) => [system, temperature])).toEqual([
    ['Hurry.', 0],
    ['Be kind.', undefined],
  ]);
  expect(model.requests[0]?.messages).toEqual(messages.slice(0, 2));
});

it('afterTurn requests another answer, and the void one is emitted and counted but not kept', async () => {
  using model = new ScriptedModel([callEcho, { text: '是 a。', usage }, answer]);
  const hooks: LoopHooks = {
    afterTurn: ({ message }) =>
      JSON.stringify(message).includes('是')
        ? { message: 'Please respond in English.', notice: '[Retrying in English...]' }
        : undefined,
  };
  const run = await runLoop(model, [echo], { hooks });
  expect(run).toMatchObject({ stopReason: 'final', finalMessage: 'It is a.', iterations: 2 });
  expect(run.usage.inputTokens).toBe(30);
  expect(model.requests[2]?.messages.slice(-2)).toEqual([
    { role: 'assistant', content: [{ type: 'text', text: '是 a。' }] },
    userMessage('Please respond in English.'),
  ]);
  expect(JSON.stringify(run.messages)).not.toMatch(/是|English/);
  expect(run.events.filter((event) => 'turn' in event && event.turn === 1)).toMatchObject([
    { type: 'turn_start' },
    { type: 'content_delta', text: '是 a。' },
    { type: 'turn_restarted', reason: 'hook', delayMs: 0, model: 'scripted:model', hasNotice: true },
    { type: 'content_delta', text: '[Retrying in English...]' },
    { type: 'content_delta', text: 'It is a.' },
    { type: 'turn_end', usage: { inputTokens: 20 } },
  ]);
});

it('afterTurn gets the history and the answer without the notes of the loop', async () => {
  using model = new ScriptedModel([callEcho, { text: '', usage }, answer]);
  const afterTurn = vi.fn<NonNullable<LoopHooks['afterTurn']>>();
  const { messages } = await runLoop(model, [echo], { hooks: { afterTurn }, maxIterations: 2 });
  expect(afterTurn.mock.calls.map(([{ turn, wrapUp, finish }]) => [turn, wrapUp, finish])).toEqual([
    [0, false, 'tool_calls'],
    [1, true, 'stop'],
  ]);
  expect(afterTurn.mock.calls[1]?.[0]).toMatchObject({ model: 'scripted:model', message: messages[3], usage });
  const shown = afterTurn.mock.calls[1]?.[0].messages.filter(({ role }) => role === 'user');
  expect(shown).toEqual([userMessage('Please.')]);
});

it('afterTurn voids calls before they run, at most three times in a turn', async () => {
  using model = new ScriptedModel([{ ...callEcho, times: 4 }, answer]);
  const hooks: LoopHooks = { afterTurn: ({ turn }) => (turn === 0 ? { message: 'Think again.' } : undefined) };
  const run = await runLoop(model, [echo], { hooks });
  expect(run).toMatchObject({ stopReason: 'final', iterations: 2 });
  expect(run.toolCallsExecuted).toHaveLength(1);
  expect(run.steps).toHaveLength(5);
});

it('beforeToolCall gets the unchecked input and may replace it', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'echo', input: { value: 7 } }] }, answer]);
  const beforeToolCall = vi.fn<NonNullable<LoopHooks['beforeToolCall']>>(() => ({ input: { value: 'b' } }));
  const run = await runLoop(model, [echo], { hooks: { beforeToolCall } });
  expect(beforeToolCall.mock.calls[0]?.[0]).toMatchObject({
    turn: 0,
    call: { id: 'call_1_1', name: 'echo', input: { value: 7 } },
    tool: { name: 'echo' },
    context: { toolCallId: 'call_1_1', userId: 'u' },
  });
  expect(resultsOf(run)).toEqual([{ output: '{"echoed":"b"}', isError: false }]);
  expect(run.toolCallsExecuted).toMatchObject([{ input: { value: 'b' }, output: { echoed: 'b' } }]);
});

it('beforeToolCall may replace malformed arguments', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'echo', malformedInput: '{"value' }] }, answer]);
  const run = await runLoop(model, [echo], { hooks: { beforeToolCall: () => ({ input: { value: 'b' } }) } });
  expect(resultsOf(run)).toEqual([{ output: '{"echoed":"b"}', isError: false }]);
});

it.each([
  ['beforeToolCall', { beforeToolCall: () => undefined }],
  ['composeHooks', composeHooks({ beforeToolCall: () => undefined }, {})],
])('%s leaves a call as it is when no hook returns a change', async (_, hooks) => {
  using model = new ScriptedModel([
    { toolCalls: [{ name: 'echo' }, { name: 'echo', malformedInput: '{"value' }] },
    answer,
  ]);
  const run = await runLoop(model, [echo], { hooks });
  expect(resultsOf(run)).toEqual([
    { output: '{"echoed":"nothing"}', isError: false },
    { output: expect.stringContaining('the arguments are not valid JSON'), isError: true },
  ]);
});

it('beforeToolCall may answer instead of the tool, or deny the call', async () => {
  const execute = vi.fn<() => void>();
  const work = toolOf('work', execute);
  const inputs = [{ value: 'answered' }, { value: 'denied' }];
  using model = new ScriptedModel([{ toolCalls: inputs.map((input) => ({ name: 'work', input })) }, answer]);
  const hooks: LoopHooks = {
    beforeToolCall: ({ call }) =>
      JSON.stringify(call.input).includes('denied') ? { deny: 'ask a person first.' } : { output: { from: 'hook' } },
  };
  const run = await runLoop(model, [work], { hooks });
  expect(resultsOf(run)).toEqual([
    { output: '{"from":"hook"}', isError: false },
    { output: '{"error":"Not run: ask a person first.","code":"ABORTED"}', isError: true },
  ]);
  expect(run.toolCallsExecuted).toMatchObject([{ output: { from: 'hook' } }]);
  expect(run.toolCallsExecuted).toHaveLength(1);
  expect(run.toolCallsExecuted[0]).not.toHaveProperty('reused');
  expect(execute).not.toHaveBeenCalled();
});

it('afterToolCall may replace an output, and turn a failure into a result', async () => {
  const fails = toolOf('fails', () => {
    throw new AppError({ code: 'NOT_FOUND', message: 'No such pod.' });
  });
  using model = new ScriptedModel([{ toolCalls: [{ name: 'echo' }, { name: 'fails' }] }, answer]);
  const hooks: LoopHooks = {
    afterToolCall: ({ outcome }) =>
      outcome.isError
        ? { output: null, text: 'There is none.', isError: false, clientEvents: [] }
        : { output: { seen: outcome.output } },
  };
  const run = await runLoop(model, [echo, fails], { hooks });
  expect(resultsOf(run)).toEqual([
    { output: '{"seen":{"echoed":"nothing"}}', isError: false },
    { output: 'There is none.', isError: false },
  ]);
  expect(run.toolCallsExecuted.map(({ output }) => output)).toEqual([{ seen: { echoed: 'nothing' } }, null]);
});

const fail = (): never => {
  throw new Error('secret');
};

it.each([
  ['beforeTurn', { iterations: 0, executed: 0, asked: 0 }],
  ['afterTurn', { iterations: 1, executed: 0, asked: 1 }],
  ['beforeToolCall', { iterations: 1, executed: 0, asked: 1 }],
  ['afterToolCall', { iterations: 1, executed: 1, asked: 1 }],
] as const)('runToolLoop ends with model_error and loses nothing when %s throws', async (name, expected) => {
  using model = new ScriptedModel(
    expected.asked === 0 ? [] : [{ ...callEcho, toolCalls: [{ name: 'echo' }, { name: 'echo' }] }],
  );
  const run = await runLoop(model, [echo], { hooks: { [name]: fail }, toolConcurrency: 1 });
  expect(run).toMatchObject({
    stopReason: 'model_error',
    error: { code: 'INTERNAL_ERROR', message: `The hook ${name} failed.`, cause: new Error('secret') },
    iterations: expected.iterations,
    finalMessage: expected.asked === 0 ? '' : 'Let me see.',
  });
  expect(run.toolCallsExecuted).toHaveLength(expected.executed);
  expect(model.requests).toHaveLength(expected.asked);
  expect(run.usage.inputTokens).toBe(10 * expected.asked);
  const outputs = resultsOf(run).map(({ output }) => output);
  expect(outputs.filter((output) => output.includes('Not run: '))).toHaveLength(outputs.length - expected.executed);
});

it('runToolLoop returns the AppError that a hook throws', async () => {
  using model = new ScriptedModel([]);
  const error = new AppError({ code: 'UNAUTHORIZED', message: 'No longer allowed.' });
  const hooks: LoopHooks = { beforeTurn: () => Promise.reject(error) };
  expect(await runLoop(model, [], { hooks })).toMatchObject({ stopReason: 'model_error', error });
});

it.each(['beforeTurn', 'afterTurn', 'beforeToolCall', 'afterToolCall'] as const)(
  'runToolLoop does not wait for a hanging %s after the signal fired',
  async (name) => {
    const model = new ScriptedModel([callEcho, answer]);
    const controller = new AbortController();
    const hang = (): Promise<never> => {
      setImmediate(() => controller.abort());
      return new Promise(() => undefined);
    };
    const run = await runLoop(model, [echo], { hooks: { [name]: hang }, signal: controller.signal });
    expect(run.stopReason).toBe('aborted');
    expect(run.error).toBeUndefined();
  },
);

it('composeHooks calls the hooks in order', async () => {
  using model = new ScriptedModel([callEcho, answer, answer, answer]);
  const order: string[] = [];
  const discontent = new Set<string>();
  const hooksOf = (name: string): LoopHooks => ({
    beforeTurn: ({ request }) => {
      order.push(`${name} before turn: ${request.system}`);
      return { messages: [userMessage(name)], request: { system: name } };
    },
    afterTurn: ({ turn }) => {
      order.push(`${name} after turn`);
      const isDiscontent = turn === 1 && !discontent.has(name);
      if (isDiscontent) discontent.add(name);
      return isDiscontent ? { message: `${name} is not content.` } : undefined;
    },
    beforeToolCall: ({ call }) => ({ input: { value: `${JSON.stringify(call.input)} ${name}` } }),
    afterToolCall: ({ outcome }) => ({ output: `${outcome.text} ${name}` }),
  });
  const run = await runLoop(model, [echo], { hooks: composeHooks(hooksOf('one'), {}, hooksOf('two')) });
  expect(order).toEqual([
    'one before turn: undefined',
    'two before turn: one',
    'one after turn',
    'two after turn',
    'one before turn: undefined',
    'two before turn: one',
    'one after turn',
    'one after turn',
    'two after turn',
    'one after turn',
    'two after turn',
  ]);
  expect(run.newMessages.slice(0, 2)).toEqual([userMessage('one'), userMessage('two')]);
  expect(run.toolCallsExecuted[0]).toMatchObject({
    input: { value: '{"value":"{\\"value\\":\\"a\\"} one"} two' },
    output: expect.stringMatching(/ one" two$/),
  });
});

it.each<[string, CallChange, number]>([
  ['answers', { output: 1 }, 1],
  ['denies', { deny: 'no.' }, 0],
])('composeHooks calls no further beforeToolCall after the first that %s a call', async (_, change, executed) => {
  using model = new ScriptedModel([callEcho, answer]);
  const next = vi.fn<() => void>();
  const hooks = composeHooks({ beforeToolCall: () => change }, { beforeToolCall: next });
  const { toolCallsExecuted } = await runLoop(model, [echo], { hooks });
  expect(toolCallsExecuted).toHaveLength(executed);
  expect(next).not.toHaveBeenCalled();
});
