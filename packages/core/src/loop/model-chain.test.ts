import { afterEach, expect, it, vi } from 'vitest';
import { runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import type { Message } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const usage = { inputTokens: 10, outputTokens: 2 };
const echo = toolOf('echo', ({ value = '' }) => ({ echoed: value }));
const callEcho: ScriptedStep = { text: 'Let me see.', toolCalls: [{ name: 'echo' }], usage };
const answer: ScriptedStep = { text: 'Done.', usage };
const limited = new AppError({ code: 'RATE_LIMITED', message: 'Wait.', details: { retryAfterMs: 70 } });
const refused = new AppError({ code: 'EXTERNAL_API_ERROR', message: 'Bad key.', recoverable: false });
const failing = (error: AppError, times = 1): ScriptedStep => ({ text: 'Half an', error, usage, times });

function createRetry(retries = 2) {
  const delays: number[] = [];
  const sleep = async (ms: number): Promise<void> => void delays.push(ms);
  return { delays, retry: { retries, baseDelayMs: 100, sleep } };
}

it('asks a model that fails again, as late as it wants, and voids what it had said', async () => {
  using model = new ScriptedModel([callEcho, failing(limited, 2), answer]);
  const { delays, retry } = createRetry();
  const run = await runLoop(model, [echo], { retry });
  expect(run).toMatchObject({ stopReason: 'final', finalMessage: 'Done.', iterations: 2 });
  expect(delays).toEqual([70, 70]);
  expect(run.usage.inputTokens).toBe(40);
  expect(run.steps).toMatchObject([
    { turn: 0, finish: 'tool_calls' },
    { turn: 1, error: limited },
    { turn: 1, error: limited },
    { turn: 1, finish: 'stop' },
  ]);
  const restarted = {
    type: 'turn_restarted',
    turn: 1,
    model: 'scripted:model',
    reason: 'retry',
    delayMs: 70,
    error: limited,
  };
  expect(run.events.filter((event) => 'turn' in event && event.turn === 1)).toEqual([
    { type: 'turn_start', turn: 1, model: 'scripted:model', wrapUp: false },
    { type: 'content_delta', turn: 1, text: 'Half an' },
    restarted,
    { type: 'content_delta', turn: 1, text: 'Half an' },
    restarted,
    { type: 'content_delta', turn: 1, text: 'Done.' },
    expect.objectContaining({ type: 'turn_end', usage: expect.objectContaining({ inputTokens: 30 }) }),
  ]);
});

it('ends with the last error once retries are used up', async () => {
  using model = new ScriptedModel([failing(limited, 3)]);
  const run = await runLoop(model, [echo], createRetry());
  expect(run).toMatchObject({ stopReason: 'model_error', error: limited, usage: { inputTokens: 30 }, iterations: 1 });
});

it('lets the next model take over for the rest of the run, and says which answered what', async () => {
  using first = new ScriptedModel([callEcho, failing(refused)], 'anthropic:first');
  using second = new ScriptedModel([failing(limited, 2)], 'openai:second');
  using third = new ScriptedModel([callEcho, answer], 'google:third');
  const { delays, retry } = createRetry(1);
  const run = await runLoop(first, [echo], { fallbackModels: [second, third], retry });
  expect(run).toMatchObject({ stopReason: 'final', iterations: 3, usage: { inputTokens: 60 } });
  expect(delays).toEqual([70]);
  expect(run.steps.map(({ turn, model, finish }) => [turn, model, finish])).toEqual([
    [0, 'anthropic:first', 'tool_calls'],
    [1, 'anthropic:first', undefined],
    [1, 'openai:second', undefined],
    [1, 'openai:second', undefined],
    [1, 'google:third', 'tool_calls'],
    [2, 'google:third', 'stop'],
  ]);
  expect(run.events.flatMap((event) => (event.type === 'turn_restarted' ? [[event.reason, event.model]] : []))).toEqual(
    [
      ['fallback', 'openai:second'],
      ['retry', 'openai:second'],
      ['fallback', 'google:third'],
    ],
  );
});

it('shows the next model a history without what belongs to the one before it, and keeps all of it', async () => {
  const metadata = { anthropic: { signature: 'S' } };
  const said: Message = {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', metadata },
      { type: 'text', text: 'Yes?', metadata },
    ],
  };
  const history: Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'Hi.' }] },
    said,
    { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
  ];
  using first = new ScriptedModel([failing(refused)], 'anthropic:first');
  using second = new ScriptedModel([{ ...answer, thinking: 'Hm.' }], 'openai:second');
  const run = await runLoop(first, [], { messages: history, fallbackModels: [second] });
  expect(first.requests[0]?.messages).toEqual(history);
  expect(second.requests[0]?.messages[1]).toEqual({ role: 'assistant', content: [{ type: 'text', text: 'Yes?' }] });
  expect(run.messages.slice(0, 3)).toEqual(history);
});

it('stops waiting when the signal fires', async () => {
  vi.useFakeTimers();
  using model = new ScriptedModel([failing(limited)]);
  const controller = new AbortController();
  const running = runLoop(model, [], { signal: controller.signal, retry: {} });
  await vi.advanceTimersByTimeAsync(10);
  expect(vi.getTimerCount()).toBe(1);
  controller.abort();
  const run = await running;
  expect(run).toMatchObject({ stopReason: 'aborted', usage: { inputTokens: 10 } });
  expect(vi.getTimerCount()).toBe(0);
});

it('waits by the clock unless it is told how', async () => {
  vi.useFakeTimers();
  using model = new ScriptedModel([failing(limited), answer]);
  const running = runLoop(model, [], { retry: {} });
  await vi.advanceTimersByTimeAsync(69);
  expect(model.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await running).toMatchObject({ stopReason: 'final' });
});

it('does not ask another model once the signal fired', async () => {
  const controller = new AbortController();
  const first: ChatModel = {
    id: 'first:model',
    async *stream() {
      controller.abort();
      yield { type: 'error', error: refused };
    },
  };
  const second = new ScriptedModel([]);
  const run = await runLoop(first, [], { signal: controller.signal, fallbackModels: [second] });
  expect(run.stopReason).toBe('aborted');
  expect(run.events.map(({ type }) => type)).toEqual(['turn_start', 'loop_end']);
  expect(second.requests).toEqual([]);
});
