import { afterEach, expect, it, vi } from 'vitest';
import { resultsOf, runLoop, toolOf, type Execute } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import type { BoundTool } from '../tool/bound-tool.ts';
import { ScriptedModel, type ScriptedToolCall } from '../testing/index.ts';

afterEach(() => {
  vi.useRealTimers();
});

const done = { text: 'Done.' };
const failing = (thrown: unknown): BoundTool =>
  toolOf('work', () => {
    throw thrown;
  });

async function callOnce(tool: BoundTool, call: Partial<ScriptedToolCall> = {}, config = {}) {
  using model = new ScriptedModel([{ toolCalls: [{ name: 'work', ...call }] }, done]);
  const run = await runLoop(model, [tool], config);
  const [result] = resultsOf(run);
  return { ...run, result, record: run.toolCallsExecuted[0] };
}

const cyclic: { self?: unknown; size: bigint } = { size: 2n ** 70n };
cyclic.self = cyclic;

it.each([
  ['an object', { a: 1 }, '{"a":1}'],
  ['a text', 'plain', '"plain"'],
  ['nothing', undefined, 'null'],
  ['a BigInt and a cycle', cyclic, '{"size":"1180591620717411303424","self":"[circular]"}'],
  ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
])('ToolCalls shows the model the output of a tool: %s', async (_, output, text) => {
  const { result, record } = await callOnce(toolOf('work', () => output));
  expect(result).toEqual({ output: text, isError: false });
  expect(record).toMatchObject({ isError: false });
  expect(record?.output).toBe(output);
});

const unexpected = { error: 'Tool "work" failed unexpectedly.', code: 'INTERNAL_ERROR' };

interface Failure {
  readonly title: string;
  readonly tool: BoundTool;
  readonly call?: Partial<ScriptedToolCall>;
  readonly shown: { readonly error: unknown; readonly code: string };
}

const failures: readonly Failure[] = [
  {
    title: 'an AppError, without its cause',
    tool: failing(new AppError({ code: 'NOT_FOUND', message: 'No such chart.', cause: new Error('SELECT secret') })),
    shown: { error: 'No such chart.', code: 'NOT_FOUND' },
  },
  { title: 'an error of any other kind', tool: failing(new Error('password is hunter2')), shown: unexpected },
  { title: 'a value that is not an error', tool: failing('hunter2'), shown: unexpected },
  { title: 'undefined', tool: failing(undefined), shown: unexpected },
  {
    title: 'a tool that does not exist',
    tool: toolOf('other', () => 1),
    shown: { error: 'Tool "work" not found. Available tools: other.', code: 'NOT_FOUND' },
  },
  {
    title: 'input that the schema refuses',
    tool: toolOf('work', () => 1),
    call: { input: { value: 3 } },
    shown: { error: expect.stringMatching(/^Invalid input for work: value: /), code: 'VALIDATION_ERROR' },
  },
  {
    title: 'input that is not JSON',
    tool: toolOf('work', () => 1),
    call: { malformedInput: '{"value": ' },
    shown: { error: expect.stringContaining('the arguments are not valid JSON'), code: 'VALIDATION_ERROR' },
  },
];

it.each(failures)('ToolCalls shows the model a failure: $title', async ({ tool, call, shown }) => {
  const { result, record, stopReason } = await callOnce(tool, call);
  expect(JSON.parse(result?.output ?? '')).toEqual(shown);
  expect(result?.isError).toBe(true);
  expect(record).toMatchObject({ output: shown, isError: true });
  expect(record).not.toHaveProperty('reused');
  expect(stopReason).toBe('final');
});

it('ToolCalls logs the cause of an unexpected failure and hides it from the model', async () => {
  const cause = new Error('password is hunter2');
  const { log, messages } = await callOnce(failing(cause));
  expect(log).toEqual([
    {
      message: 'tool failed',
      fields: {
        tool: 'work',
        toolCallId: 'call_1_1',
        error: expect.objectContaining({ code: 'INTERNAL_ERROR', cause }),
      },
    },
  ]);
  expect(JSON.stringify(messages)).not.toContain('hunter2');
});

it('ToolCalls returns the output as JSON when the tool cannot present it', async () => {
  const tool = toolOf('work', () => ({ written: true }), {
    toModel: () => {
      throw new Error('cannot say it');
    },
  });
  const { result, log } = await callOnce(tool);
  expect(result).toEqual({ output: '{"written":true}', isError: false });
  expect(log).toHaveLength(1);
});

it('ToolCalls bounds a long result for the model and keeps all of it in the record', async () => {
  const long = 'x'.repeat(1000);
  const { result, record } = await callOnce(
    toolOf('work', () => long, { toModel: String }),
    {},
    { maxResultChars: 200 },
  );
  expect(result?.output).toMatch(/^x+\n\[… \d+ of 1000 characters left out here; .* …\]\nx+$/);
  expect(result?.output.length).toBeLessThanOrEqual(200);
  expect(record?.output).toBe(long);
});

it('ToolCalls gives every call its own id and signal and the context of the caller', async () => {
  const execute = vi.fn<Execute>();
  await callOnce(toolOf('work', execute));
  expect(execute.mock.calls[0]?.[1]).toMatchObject({
    toolCallId: 'call_1_1',
    userId: 'u',
    principal: { organizationId: 'o' },
    signal: expect.any(AbortSignal),
  });
});

it.each([
  { whose: 'of its own', own: { timeoutMs: 20 }, toolTimeoutMs: 60_000, expected: 20 },
  { whose: 'of the loop', own: {}, toolTimeoutMs: 30, expected: 30 },
])('ToolCalls does not wait for a tool after the time limit $whose', async ({ own, toolTimeoutMs, expected }) => {
  vi.useFakeTimers();
  let toolSignal: AbortSignal | undefined;
  const late = Promise.withResolvers<never>();
  const execute: Execute = (_input, { signal }) => {
    toolSignal = signal;
    return late.promise;
  };
  vi.advanceTimersByTime(500);
  const running = callOnce(toolOf('work', execute, own), {}, { toolTimeoutMs });
  await vi.advanceTimersByTimeAsync(expected);
  const { result, record, stopReason } = await running;
  expect(record?.durationMs).toBe(expected);
  expect(result).toEqual({
    output: `{"error":"Not done after ${expected} ms.","code":"TIMEOUT"}`,
    isError: true,
  });
  expect(stopReason).toBe('final');
  expect(toolSignal?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  late.reject(new Error('An error of an abandoned tool call is ignored.'));
});

it('ToolCalls runs the calls of a turn concurrently up to toolConcurrency and answers in their order', async () => {
  const order = [2, 3, 4, 1, 0];
  const gates = order.map(() => Promise.withResolvers<void>());
  const release = (): void => gates[order[finished.length] ?? 0]?.resolve();
  const finished: string[] = [];
  let underWay = 0;
  let most = 0;
  const tool = toolOf('work', async ({ value }) => {
    most = Math.max(most, (underWay += 1));
    if (underWay === 3) release();
    await gates[Number(value)]?.promise;
    underWay -= 1;
    return Number(value);
  });
  const toolCalls = order.map((_, index) => ({ name: 'work', input: { value: String(index) } }));
  using model = new ScriptedModel([{ toolCalls }, done]);
  const run = await runLoop(model, [tool], {
    toolConcurrency: 3,
    onEvent: (event) => {
      if (event.type !== 'tool_result') return;
      finished.push(event.output);
      release();
    },
  });
  expect(most).toBe(3);
  expect(finished).toEqual(['2', '3', '4', '1', '0']);
  expect(resultsOf(run).map(({ output }) => output)).toEqual(['0', '1', '2', '3', '4']);
});
