import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../src/index.ts';
import { ScriptedModel, type ScriptedStep } from '../src/testing/index.ts';
import { resultsOf, runLoop, toolOf } from './support/loop-fixture.ts';

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;
const never = new Promise<never>(() => undefined);
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const tools = [
  toolOf('returns', () => ({ ok: true })),
  toolOf('throws', () => {
    throw new Error('secret');
  }),
  toolOf('refuses', () => {
    throw new AppError({ code: 'CONFLICT', message: 'Not now.' });
  }),
  toolOf('hangs', () => never),
  toolOf('throws_late', () => later(500).then(() => Promise.reject(new Error('secret')))),
  toolOf('is_slow', () => later(20)),
  toolOf('is_huge', () => 'x'.repeat(5000)),
  toolOf('is_cyclic', () => cyclic),
  toolOf('is_big', () => 2n ** 64n),
  toolOf('cannot_say', () => 1, {
    toModel: () => {
      throw new Error('secret');
    },
  }),
];

const call = fc.record(
  {
    name: fc.constantFrom(...tools.map(({ name }) => name), 'does_not_exist'),
    id: fc.constantFrom('same', 'other', ''),
    input: fc.constantFrom({}, { value: 'a' }, { value: 1 }, 7, null),
    malformedInput: fc.constant('{"value'),
  },
  { requiredKeys: ['name'] },
);
const usage = fc.record({ inputTokens: fc.nat(1000), outputTokens: fc.nat(1000), reasoningTokens: fc.nat(100) });
const step: fc.Arbitrary<ScriptedStep> = fc.record(
  {
    usage,
    text: fc.array(fc.string(), { maxLength: 3 }),
    thinking: fc.string(),
    toolCalls: fc.array(call, { maxLength: 5 }),
    finish: fc.constantFrom('stop', 'tool_calls', 'length', 'content_filter', 'other'),
    error: fc.constant(new AppError({ code: 'UNAVAILABLE', message: 'Overloaded.' })),
    until: fc.constant(never),
  },
  { requiredKeys: ['usage'] },
);
/** Mostly steps that let the loop go on. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ usage, toolCalls: fc.array(call, { minLength: 1, maxLength: 5 }) }) },
    { weight: 1, arbitrary: step },
  ),
  { minLength: 1, maxLength: 6 },
);

afterEach(() => {
  vi.useRealTimers();
});

it('holds its promises whatever tools, models and callers do', async () => {
  vi.useFakeTimers();
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  const limits = fc.record({
    maxIterations: fc.integer({ min: 1, max: 6 }),
    toolConcurrency: fc.integer({ min: 1, max: 4 }),
    toolTimeoutMs: fc.constantFrom(10, 100),
    maxResultChars: fc.constantFrom(200, 1000),
  });

  await fc.assert(
    fc.asyncProperty(steps, limits, fc.option(fc.nat(60)), async (script, config, abortAtEvent) => {
      const model = new ScriptedModel([...script, { text: 'The end.', times: Infinity }]);
      const controller = new AbortController();
      let seen = 0;
      const running = runLoop(model, tools, {
        ...config,
        signal: controller.signal,
        onEvent: () => {
          if (seen++ === abortAtEvent) controller.abort();
        },
      });
      // A script that waits for ever is stopped at last.
      setTimeout(() => controller.abort(), 10_000);
      await vi.runAllTimersAsync();
      const run = await running;
      await vi.runAllTimersAsync();

      const told = run.events.filter((event) => event.type === 'tool_result');
      const begun = run.events.filter((event) => event.type === 'turn_start');
      expect(run.iterations).toBe(begun.length);
      expect(run.iterations).toBeLessThanOrEqual(config.maxIterations);

      const spent = script.slice(0, model.requests.length).map((asked) => asked.usage?.inputTokens ?? 0);
      expect(run.usage.inputTokens).toBe(spent.reduce((sum, tokens) => sum + tokens, 0));

      const answered = run.messages.flatMap((message) => (message.role === 'tool' ? message.content : []));
      expect(told.map(({ id }) => id).toSorted()).toEqual(answered.map(({ id }) => id).toSorted());
      const withheld = answered.filter(({ output }) => output.includes('Not run: ')).map(({ id }) => id);
      const executed = run.toolCallsExecuted.map(({ toolCallId }) => toolCallId);
      expect(answered.map(({ id }) => id).filter((id) => !withheld.includes(id))).toEqual(executed);

      for (const { output } of resultsOf(run)) {
        expect(output.length).toBeLessThanOrEqual(config.maxResultChars);
        expect(output).not.toContain('secret');
      }
      expect(controller.signal.aborted || run.stopReason !== 'aborted').toBe(true);
      expect(run.error === undefined).toBe(run.stopReason !== 'model_error');
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: 300 },
  );

  vi.useRealTimers();
  await later(0);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
