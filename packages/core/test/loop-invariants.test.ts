import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  AppError,
  createBudget,
  toolCallsOf,
  userMessage,
  type LoopHooks,
  type RunToolLoopConfig,
} from '../src/index.ts';
import { ScriptedModel, type ScriptedStep } from '../src/testing/index.ts';
import { resultsOf, runLoop, toolOf, type LoopRun } from './support/loop-fixture.ts';

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
const never = new Promise<never>(() => undefined);
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const fail = (): never => {
  throw new Error('secret');
};

const tools = [
  toolOf('returns', () => ({ ok: true })),
  toolOf('throws', fail),
  toolOf('refuses', () => {
    throw new AppError({ code: 'CONFLICT', message: 'Not now.' });
  }),
  toolOf('hangs', () => never),
  toolOf('throws_late', () => later(500).then(fail)),
  toolOf('is_slow', () => later(20), { exclusive: true }),
  toolOf('is_huge', () => 'x'.repeat(5000)),
  toolOf('is_cyclic', () => cyclic, { effect: 'write' }),
  toolOf('is_big', () => 2n ** 64n, { effect: 'destructive' }),
  toolOf('cannot_say', () => 1, { toModel: fail }),
];
const names = [...tools.map(({ name }) => name), 'does_not_exist', 'functions.Returns', 'read_result', 'submit_answer'];

const call = fc.record(
  {
    name: fc.constantFrom(...names),
    id: fc.constantFrom('same', 'other', ''),
    input: fc.constantFrom({}, { value: 'a' }, { value: 1 }, { handle: 'r1' }, 7, null),
    malformedInput: fc.constantFrom('{"value', '{"value": "a",}'),
  },
  { requiredKeys: ['name'] },
);
const usage = fc.record({ inputTokens: fc.nat(1000), outputTokens: fc.nat(1000), reasoningTokens: fc.nat(100) });
const error = fc.record({
  code: fc.constantFrom('UNAVAILABLE', 'RATE_LIMITED', 'VALIDATION_ERROR' as const),
  message: fc.constant('Overloaded.'),
  details: fc.constantFrom({ retryAfterMs: 5 }, { retryAfterMs: 1e9 }, undefined),
});
const step: fc.Arbitrary<ScriptedStep> = fc.record(
  {
    usage,
    text: fc.array(fc.string(), { maxLength: 3 }),
    thinking: fc.string(),
    toolCalls: fc.array(call, { maxLength: 5 }),
    finish: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter', 'other'),
    error: error.map((options) => new AppError(options)),
    until: fc.constant(never),
  },
  { requiredKeys: ['usage'] },
);
/** Mostly steps after which the loop continues. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ usage, toolCalls: fc.array(call, { minLength: 1, maxLength: 5 }) }) },
    { weight: 1, arbitrary: step },
  ),
  { minLength: 1, maxLength: 8 },
);

interface HookPlan {
  readonly on: number;
  readonly what: number;
}

/** Hooks that act on the nth call. */
function createHooks({ on, what }: HookPlan): LoopHooks {
  let asked = 0;
  const sometimes =
    <Change>(does: number, change: () => Change) =>
    () =>
      what === does && asked++ === on ? change() : undefined;
  const makers: readonly LoopHooks[] = [
    { beforeTurn: sometimes(0, () => ({ messages: [userMessage('Hurry.')], request: { temperature: 0 } })) },
    { beforeTurn: sometimes(1, fail) },
    { afterTurn: sometimes(2, () => ({ message: 'Again.', notice: 'Once more.' })) },
    { afterTurn: sometimes(3, fail) },
    { beforeToolCall: sometimes(4, () => ({ input: { value: 2n } })) },
    { beforeToolCall: sometimes(5, () => ({ deny: 'no.' })) },
    { beforeToolCall: sometimes(6, fail) },
    { afterToolCall: sometimes(7, () => ({ output: cyclic })) },
    { afterToolCall: sometimes(8, fail) },
    { afterToolCall: sometimes(9, () => never) },
  ];
  return makers[what] ?? {};
}

const config = fc.record(
  {
    maxIterations: fc.integer({ min: 1, max: 8 }),
    toolConcurrency: fc.integer({ min: 1, max: 4 }),
    toolTimeoutMs: fc.constantFrom(10, 100),
    maxResultChars: fc.constantFrom(200, 1000),
    maxRepeats: fc.integer({ min: 1, max: 3 }),
    maxFailures: fc.integer({ min: 1, max: 5 }),
    contextTokens: fc.constantFrom(500, 2000),
    retry: fc.record({ retries: fc.nat(2), baseDelayMs: fc.constant(5) }),
    hookPlan: fc.record({ on: fc.nat(3), what: fc.nat(9) }),
    budget: fc.record(
      {
        toolCalls: fc.integer({ min: 1, max: 8 }),
        inputTokens: fc.integer({ min: 1, max: 3000 }),
        ms: fc.constant(150),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ['retry'] },
);

afterEach(() => {
  vi.useRealTimers();
});

function expectBooksToBalance(run: LoopRun<{ value: string }>, models: readonly ScriptedModel[]): void {
  expect(run.iterations).toBe(run.events.filter(({ type }) => type === 'turn_start').length);
  expect(run.steps).toHaveLength(models.reduce((sum, { requests }) => sum + requests.length, 0));
  expect(run.error === undefined).toBe(run.stopReason !== 'model_error');
  expect(run.limit === undefined).toBe(run.stopReason !== 'budget');
}

function expectCallsToBalance(run: LoopRun<{ value: string }>, maxResultChars: number): void {
  const received = run.events.filter((event) => event.type === 'tool_result');
  const answered = run.messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
  expect(received.map(({ id }) => id).toSorted()).toEqual(answered.map(({ id }) => id).toSorted());
  const withheld = answered.filter(({ output }) => output.includes('Not run: ')).map(({ id }) => id);
  const executed = run.toolCallsExecuted.map(({ toolCallId }) => toolCallId);
  expect(answered.map(({ id }) => id).filter((id) => !withheld.includes(id))).toEqual(executed);
  for (const { output } of resultsOf(run)) {
    expect(output.length).toBeLessThanOrEqual(maxResultChars);
    expect(output).not.toContain('secret');
  }
}

/** Expects that the events streamed since the last restart of a turn match its end, except for notices of hooks. */
function expectStreamsToMatch({ events }: LoopRun<{ value: string }>): void {
  let text = '';
  let started: string[] = [];
  for (const event of events) {
    if (event.type === 'turn_start' || event.type === 'turn_restarted') [text, started] = ['', []];
    if (event.type === 'content_delta' && event.text !== 'Once more.') text += event.text;
    if (event.type === 'tool_call_start') started.push(event.id);
    if (event.type !== 'turn_end') continue;
    const said = event.message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    expect(text).toBe(said);
    expect(started).toEqual(toolCallsOf(event.message).map(({ id }) => id));
  }
}

it('runToolLoop keeps its invariants for any tools, models, hooks and callers', async () => {
  vi.useFakeTimers();
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const schema = fc.option(fc.constant(z.object({ value: z.string() })), { nil: undefined });

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        script: steps,
        spare: fc.option(steps),
        limits: config,
        abortAt: fc.option(fc.nat(80)),
        output: schema,
      }),
      async ({ script, spare, limits, abortAt, output }) => {
        const end: ScriptedStep = { text: 'The end.', times: Infinity };
        const model = new ScriptedModel([...script, end], 'one:model');
        const fallbackModels = spare === null ? [] : [new ScriptedModel([...spare, end], 'two:model')];
        const controller = new AbortController();
        const { budget: budgetLimits, hookPlan, ...rest } = limits;
        const budget = createBudget(budgetLimits ?? {});
        let seen = 0;
        const running = runLoop(model, tools, {
          ...(rest as Partial<RunToolLoopConfig<{ value: string }>>),
          budget,
          ...(hookPlan && { hooks: createHooks(hookPlan) }),
          ...(output && { output }),
          fallbackModels,
          signal: controller.signal,
          onEvent: () => {
            if (seen++ === abortAt) controller.abort();
          },
        });
        // Stops a script that waits forever.
        setTimeout(() => controller.abort(), 60_000);
        await vi.runAllTimersAsync();
        const run = await running;
        await vi.runAllTimersAsync();

        expect(run.iterations).toBeLessThanOrEqual(limits.maxIterations ?? 20);
        expect(controller.signal.aborted || run.stopReason !== 'aborted').toBe(true);
        expectBooksToBalance(run, [model, ...fallbackModels]);
        expectCallsToBalance(run, limits.maxResultChars ?? 16_000);
        expectStreamsToMatch(run);
        const { iterations, inputTokens, toolCalls } = budget.spent();
        expect([iterations, inputTokens]).toEqual([run.iterations, run.usage.inputTokens]);
        expect(toolCalls).toBeLessThanOrEqual(budget.limits.toolCalls ?? Infinity);
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
    { numRuns: 500 },
  );

  vi.useRealTimers();
  await later(0);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
