import { expect, it, vi } from 'vitest';
import { resultsOf, runLoop, toolOf, type Execute } from '../../test/support/loop-fixture.ts';
import { createBudget } from '../budget/budget.ts';
import type { ApprovalDecision } from '../tool/call-tool.ts';
import type { CallToApprove } from './loop-hooks.ts';
import { ScriptedModel } from '../testing/index.ts';
import type { LoopEvent } from './loop-event.ts';
import type { LoopOptions } from './tool-loop-config.ts';

const usage = { inputTokens: 10, outputTokens: 2 };
const callBoth = {
  text: 'I look, then I delete.',
  toolCalls: [
    { name: 'look', input: { value: 'a' } },
    { name: 'remove', input: { value: 'b' } },
  ],
  usage,
};
const answer = { text: 'Done.', usage };

const look = toolOf('look', ({ value }) => `saw ${value}`);
const askForWrites: LoopOptions['approve'] = ({ effect }) => (effect === 'read' ? 'allow' : 'ask');

function removeWith(execute: Execute): ReturnType<typeof toolOf> {
  return toolOf('remove', execute, { effect: 'destructive' });
}

it('runToolLoop leaves a call open that waits for approval and answers the others', async () => {
  using model = new ScriptedModel([callBoth]);
  const remove = vi.fn<Execute>();
  const run = await runLoop(model, [look, removeWith(remove)], { approve: askForWrites });
  expect(run).toMatchObject({ stopReason: 'approval', finalMessage: 'I look, then I delete.', usage, newMessages: [] });
  expect(run.pending).toMatchObject({
    turn: 0,
    answers: [{ name: 'look', output: '"saw a"' }],
    waiting: [{ name: 'remove', input: { value: 'b' } }],
  });
  expect(run.toolCallsExecuted.map(({ tool }) => tool)).toEqual(['look']);
  expect(remove).not.toHaveBeenCalled();
  expect(run.events.map(({ type }) => type).slice(-5)).toEqual([
    'tool_call',
    'tool_call',
    'approval_required',
    'tool_result',
    'loop_end',
  ]);
});

it.each<{ does: string; decision: ApprovalDecision; words: string; times: number }>([
  { does: 'carries out a call that is allowed', decision: 'allow', words: 'removed b', times: 1 },
  {
    does: 'returns the reason of a denial to the model',
    decision: { deny: 'not on a Friday.' },
    words: 'not on a Friday',
    times: 0,
  },
])('runToolLoop resumes a pending turn after a JSON round trip and $does', async ({ decision, words, times }) => {
  using model = new ScriptedModel([callBoth, answer]);
  const remove = vi.fn<Execute>(({ value }) => `removed ${value}`);
  const seen = vi.fn<Execute>(() => 'seen');
  const tools = [toolOf('look', seen), removeWith(remove)];
  const waiting = await runLoop(model, tools, { approve: askForWrites });
  const { messages, pending } = JSON.parse(JSON.stringify(waiting)) as typeof waiting;
  const run = await runLoop(model, tools, { messages, approve: () => decision, ...(pending && { pending }) });
  expect(run).toMatchObject({ stopReason: 'final', finalMessage: 'Done.', iterations: 2 });
  expect(remove).toHaveBeenCalledTimes(times);
  expect(seen).toHaveBeenCalledTimes(1);
  expect(resultsOf(run).map(({ output }) => output)).toEqual(['"seen"', expect.stringContaining(words)]);
  expect(run.events.flatMap((event) => (event.type === 'turn_start' ? event.turn : []))).toEqual([1]);
});

it('runToolLoop waits again when it resumes without a decision', async () => {
  using model = new ScriptedModel([callBoth]);
  const tools = [look, removeWith(() => 'removed')];
  const { messages, pending } = await runLoop(model, tools, { approve: askForWrites });
  const again = await runLoop(model, tools, { messages, approve: askForWrites, ...(pending && { pending }) });
  expect(again).toMatchObject({ stopReason: 'approval', usage: { inputTokens: 0 }, pending });
});

it('approve gets the completed input, and is not called for an input that the tool refuses', async () => {
  const toolCalls = [
    { name: 'remove', input: { value: 'b', extra: 1 } },
    { name: 'remove', input: { value: 7 } },
  ];
  using model = new ScriptedModel([{ toolCalls, usage }, answer]);
  const approve = vi.fn<(call: CallToApprove) => ApprovalDecision>(() => 'allow');
  const run = await runLoop(model, [removeWith(() => 'removed')], { approve });
  expect(approve.mock.calls.map(([{ input, effect }]) => ({ input, effect }))).toEqual([
    { input: { value: 'b' }, effect: 'destructive' },
  ]);
  expect(resultsOf(run).map(({ isError }) => isError)).toEqual([false, true]);
});

it('runToolLoop ends with model_error and runs no call when approve throws', async () => {
  using model = new ScriptedModel([callBoth]);
  const remove = vi.fn<Execute>();
  const approve = async (): Promise<ApprovalDecision> => {
    throw new Error('no database');
  };
  const run = await runLoop(model, [removeWith(remove), look], { approve });
  expect(run).toMatchObject({ stopReason: 'model_error', error: { message: 'The hook approve failed.' } });
  expect(remove).not.toHaveBeenCalled();
});

it('runToolLoop answers a waiting call when the run is aborted in the same turn', async () => {
  using model = new ScriptedModel([callBoth]);
  const controller = new AbortController();
  const stops = toolOf('look', () => controller.abort());
  const { signal } = controller;
  const received: string[] = [];
  const onEvent = ({ type, ...event }: LoopEvent): void => {
    if ('name' in event && event.name === 'remove') received.push(type);
  };
  const tools = [stops, removeWith(() => 'removed')];
  const run = await runLoop(model, tools, { approve: askForWrites, signal, onEvent });
  expect(run).toMatchObject({ stopReason: 'aborted' });
  expect(run.pending).toBeUndefined();
  expect(resultsOf(run)).toHaveLength(2);
  expect(received).toEqual(['tool_call_start', 'tool_call', 'approval_required', 'tool_result']);
});

it('runToolLoop keeps the result of a call beside one that waits when the run is aborted', async () => {
  using model = new ScriptedModel([callBoth]);
  const controller = new AbortController();
  const onEvent = ({ type }: LoopEvent): void => {
    if (type === 'tool_result') controller.abort();
  };
  const config = { approve: askForWrites, signal: controller.signal, onEvent };
  const run = await runLoop(model, [look, removeWith(() => 'removed')], config);
  expect(run.stopReason).toBe('aborted');
  expect(resultsOf(run).map(({ output }) => output)).toEqual(['"saw a"', expect.stringContaining('was stopped')]);
});

it('runToolLoop answers the only call, which waits, when the run is aborted in the same turn', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'remove' }], usage }]);
  const controller = new AbortController();
  const onEvent = ({ type }: LoopEvent): void => {
    if (type === 'approval_required') controller.abort();
  };
  const config = { approve: askForWrites, signal: controller.signal, onEvent };
  const run = await runLoop(model, [removeWith(() => 'removed')], config);
  expect(run).toMatchObject({ stopReason: 'aborted' });
  expect(resultsOf(run)).toEqual([{ output: expect.stringContaining('the run was stopped'), isError: true }]);
});

it('runToolLoop gives a new call an id that no pending call has', async () => {
  const call = { toolCalls: [{ id: 'x', name: 'remove' }], usage };
  using model = new ScriptedModel([call, call, answer]);
  const tools = [removeWith(() => 'removed')];
  const { messages, pending } = await runLoop(model, tools, { approve: askForWrites });
  const run = await runLoop(model, tools, { messages, ...(pending && { pending }) });
  expect(run.toolCallsExecuted.map(({ toolCallId }) => toolCallId)).toEqual(['x', 'x_2']);
});

it('runToolLoop answers pending calls without running them when the budget is spent', async () => {
  using model = new ScriptedModel([callBoth]);
  const remove = vi.fn<Execute>();
  const tools = [look, removeWith(remove)];
  const { messages, pending } = await runLoop(model, tools, { approve: askForWrites });
  const budget = createBudget({ toolCalls: 1 });
  budget.spend({ toolCalls: 1 });
  const run = await runLoop(model, tools, { messages, budget, ...(pending && { pending }) });
  expect(run).toMatchObject({ stopReason: 'budget', limit: 'toolCalls' });
  expect(remove).not.toHaveBeenCalled();
  expect(resultsOf(run)).toHaveLength(2);
});

it.each([
  ['pending', { pending: { turn: 0, message: { role: 'assistant', content: [] }, answers: [] } }],
  ['turnsTaken', { turnsTaken: -1 }],
])('runToolLoop refuses %s from which it cannot resume', async (field, config) => {
  using model = new ScriptedModel([]);
  await expect(runLoop(model, [look], config as never)).rejects.toThrow(field);
});
