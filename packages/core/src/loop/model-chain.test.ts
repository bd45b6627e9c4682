import { afterEach, expect, it, vi } from 'vitest';
import { runLoop, toolOf } from '../../test/support/loop-fixture.ts';
import { AppError, type AppErrorOptions } from '../error/app-error.ts';
import type { Message } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { ScriptedModel, type ScriptedStep } from '../testing/index.ts';
import { planRecovery, type ModelFailure } from './model-chain.ts';

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

it('ModelChain retries a model after the delay that it requests and voids its partial answer', async () => {
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

it('ModelChain ends with the last error when no retry is left', async () => {
  using model = new ScriptedModel([failing(limited, 3)]);
  const run = await runLoop(model, [echo], createRetry());
  expect(run).toMatchObject({ stopReason: 'model_error', error: limited, usage: { inputTokens: 30 }, iterations: 1 });
});

it('ModelChain lets the next model take over for the rest of the run and records the model of each step', async () => {
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

it('ModelChain removes the metadata of the previous provider from requests and keeps it in the history', async () => {
  const metadata = { anthropic: { signature: 'S' } };
  const said: Message = {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'Hm.', metadata },
      { type: 'reasoning', text: 'Of unknown origin.' },
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

it('ModelChain stops waiting for a retry when the signal fires', async () => {
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

it('ModelChain waits for a retry by the clock when no sleep is given', async () => {
  vi.useFakeTimers();
  using model = new ScriptedModel([failing(limited), answer]);
  const running = runLoop(model, [], { retry: {} });
  await vi.advanceTimersByTimeAsync(69);
  expect(model.requests).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await running).toMatchObject({ stopReason: 'final' });
});

it('ModelChain does not ask a fallback model after the signal fired', async () => {
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

const recoveryRetry = { retries: 2, baseDelayMs: 100, maxDelayMs: 300 };
const rateLimit: AppErrorOptions = { code: 'RATE_LIMITED', message: 'Wait.' };
const after = (retryAfterMs: unknown): AppErrorOptions => ({ ...rateLimit, details: { provider: 'p', retryAfterMs } });
const again = (delayMs: number) => ({ reason: 'retry', delayMs });
const next = { reason: 'fallback', delayMs: 0 };

interface Case {
  readonly failed: AppErrorOptions;
  readonly fared?: Partial<ModelFailure>;
  readonly expected: unknown;
}

it.each<[string, Case]>([
  ['a first failure', { failed: rateLimit, expected: again(100) }],
  ['a second failure', { failed: rateLimit, fared: { failures: 2 }, expected: again(200) }],
  ['one failure too many', { failed: rateLimit, fared: { failures: 3 }, expected: undefined }],
  [
    'one failure too many, with another model',
    { failed: rateLimit, fared: { failures: 3, hasFallback: true }, expected: next },
  ],
  ['a requested delay', { failed: after(250), expected: again(250) }],
  ['a requested delay of 0', { failed: after(0), expected: again(0) }],
  ['a requested delay that is too long', { failed: after(301), expected: undefined }],
  [
    'a requested delay that is too long, with another model',
    { failed: after(301), fared: { hasFallback: true }, expected: next },
  ],
  ['a requested delay that is not a number', { failed: after('soon'), expected: again(100) }],
  ['an outage', { failed: { ...rateLimit, code: 'UNAVAILABLE' }, expected: again(100) }],
  ['a failing provider', { failed: { ...rateLimit, code: 'EXTERNAL_API_ERROR' }, expected: again(100) }],
  ['a timeout', { failed: { ...rateLimit, code: 'TIMEOUT' }, expected: again(100) }],
  ['a refused key', { failed: { ...rateLimit, recoverable: false }, expected: undefined }],
  [
    'a refused key, with another model',
    { failed: { ...rateLimit, recoverable: false }, fared: { hasFallback: true }, expected: next },
  ],
  ['an invalid request', { failed: { ...rateLimit, code: 'VALIDATION_ERROR' }, expected: undefined }],
])('planRecovery recovers from %s', (_, { failed, fared, expected }) => {
  const failure = { error: new AppError(failed), failures: 1, hasFallback: false, ...fared };
  expect(planRecovery(failure, recoveryRetry)).toEqual(expected);
});

it('planRecovery plans no delay above maxDelayMs', () => {
  const failure = { error: new AppError(rateLimit), failures: 9, hasFallback: false };
  expect(planRecovery(failure, { ...recoveryRetry, retries: 20 })).toEqual(again(300));
});
