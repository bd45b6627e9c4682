import { afterEach, expect, it, vi } from 'vitest';
import { createLogKeeper, toolOf, type Execute } from '../../test/support/loop-fixture.ts';
import { AppError } from '../error/app-error.ts';
import { callTool, toOutcome, toResultText, type CallToolOptions, type ToolCallResult } from './call-tool.ts';
import { createToolExecutionContext } from './tool-execution-context.ts';

afterEach(() => {
  vi.useRealTimers();
});

const principal = { userId: 'u', organizationId: 'o', via: 'local' } as const;
const never = (): Promise<never> => new Promise(() => undefined);

function createCall(options: Partial<CallToolOptions> = {}) {
  const logger = createLogKeeper();
  const controller = new AbortController();
  const context = createToolExecutionContext({ principal, logger, signal: controller.signal, toolCallId: 'c' });
  return { logger, controller, options: { context, ...options } };
}

it('callTool returns the output of a tool, which gets the completed input and a signal of its own', async () => {
  const { options } = createCall();
  const execute = vi.fn<Execute>(({ value }) => `saw ${value}`);
  const result = await callTool(toolOf('look', execute), { value: 'a', extra: 1 }, options);
  expect(result).toEqual({ status: 'completed', output: 'saw a', reused: false });
  const [input, context] = execute.mock.calls[0] ?? [];
  expect(input).toEqual({ value: 'a' });
  expect(context).toMatchObject({ toolCallId: 'c', userId: 'u' });
  expect(context?.signal).not.toBe(options.context.signal);
});

it.each<{ title: string; input: unknown; extra: Partial<CallToolOptions>; message: RegExp }>([
  { title: 'the schema refuses', input: { value: 1 }, extra: {}, message: /^Invalid input for look: value: / },
  { title: 'is not JSON', input: '{"value', extra: { isMalformed: true }, message: /not valid JSON/ },
])('callTool does not run or approve a call whose input $title', async ({ input, extra, message }) => {
  const execute = vi.fn<Execute>();
  const approve = vi.fn<() => 'allow'>(() => 'allow');
  const onBegin = vi.fn<(effect: string) => void>();
  const { options } = createCall({ approve, onBegin, ...extra });
  const result = await callTool(toolOf('look', execute, { effect: 'write' }), input, options);
  expect(result).toMatchObject({
    status: 'invalid_input',
    error: { code: 'VALIDATION_ERROR', message: expect.stringMatching(message) },
  });
  expect(onBegin.mock.calls).toEqual([['read']]);
  expect(execute).not.toHaveBeenCalled();
  expect(approve).not.toHaveBeenCalled();
});

it.each([
  { limit: 'its own', own: { timeoutMs: 20 }, extra: { timeoutMs: 70 }, expected: 20 },
  { limit: "the caller's", own: {}, extra: { timeoutMs: 70 }, expected: 70 },
  { limit: 'the default', own: {}, extra: {}, expected: 60_000 },
  { limit: 'the default, when its own is zero,', own: { timeoutMs: 0 }, extra: {}, expected: 60_000 },
  { limit: 'the default, when its own is infinite,', own: { timeoutMs: Infinity }, extra: {}, expected: 60_000 },
  {
    limit: 'the default, when the limit is not a number,',
    own: {},
    extra: { timeoutMs: Number.NaN },
    expected: 60_000,
  },
  { limit: 'the remaining time', own: { timeoutMs: 20 }, extra: { msLeft: 5 }, expected: 5 },
])('callTool stops a tool that ignores its signal after $limit', async ({ own, extra, expected }) => {
  vi.useFakeTimers();
  const { options } = createCall(extra);
  const signals: AbortSignal[] = [];
  const tool = toolOf('hang', (_input, { signal }) => (signals.push(signal), never()), own);
  const settled = vi.fn<(result: ToolCallResult) => void>();
  const calling = callTool(tool, {}, options).then(settled);
  await vi.advanceTimersByTimeAsync(expected - 1);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await calling;
  expect(settled.mock.calls[0]?.[0]).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' } });
  expect(signals[0]?.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('callTool returns at once when it is cancelled, though the tool ignores its signal', async () => {
  const { options, controller } = createCall();
  const calling = callTool(toolOf('hang', never), {}, options);
  controller.abort();
  expect(await calling).toMatchObject({ status: 'failed', error: { code: 'ABORTED' } });
});

it.each([
  { effect: 'read', stopped: 'Stopped before it was done.', late: 'Not done after 5 ms.' },
  {
    effect: 'write',
    stopped: 'Stopped before it was done; it may have taken effect.',
    late: 'Not done after 5 ms; it may still take effect.',
  },
] as const)('callTool says of a call of effect $effect whether it may have taken effect', async (expected) => {
  const tool = toolOf('hang', never, { effect: expected.effect });
  const { options, controller } = createCall();
  const calling = callTool(tool, {}, options);
  controller.abort();
  expect(await calling).toMatchObject({ status: 'failed', error: { message: expected.stopped } });
  const late = await callTool(tool, {}, createCall({ msLeft: 5 }).options);
  expect(late).toMatchObject({ status: 'failed', error: { message: expected.late } });
});

it('callTool does not run a tool when it is cancelled before the call', async () => {
  const execute = vi.fn<Execute>();
  const { options, controller } = createCall();
  controller.abort();
  expect(await callTool(toolOf('look', execute), {}, options)).toMatchObject({ error: { code: 'ABORTED' } });
  expect(execute).not.toHaveBeenCalled();
});

it.each<[string, CallToolOptions['approve'], object]>([
  ['asks a person', () => 'ask', { status: 'waiting' }],
  ['denies it', () => ({ deny: 'not on a Friday.' }), { status: 'denied', reason: 'not on a Friday.' }],
  ['returns nothing', (() => undefined) as never, { status: 'denied', reason: 'it was not approved.' }],
])('callTool does not run a call when the approval %s', async (_, approve, expected) => {
  const execute = vi.fn<Execute>();
  const onBegin = vi.fn<() => void>();
  const { options } = createCall({ ...(approve && { approve }), onBegin });
  expect(await callTool(toolOf('remove', execute), {}, options)).toEqual(expected);
  expect(execute).not.toHaveBeenCalled();
  expect(onBegin).not.toHaveBeenCalled();
});

it('callTool asks for approval with the input and effect of the call, and begins it after the approval', async () => {
  const order: unknown[] = [];
  const { options } = createCall({
    approve: ({ tool, input, effect }) => {
      order.push([tool.name, input, effect]);
      return 'allow';
    },
    onBegin: async (effect) => void order.push(`begin ${effect}`),
  });
  const tool = toolOf('remove', () => order.push('run'), { effect: 'destructive' });
  await callTool(tool, { value: 'a', extra: 1 }, options);
  expect(order).toEqual([['remove', { value: 'a' }, 'destructive'], 'begin destructive', 'run']);
});

it('callTool throws what the approval throws, and does not run the tool', async () => {
  const execute = vi.fn<Execute>();
  const error = new AppError({ code: 'NOT_FOUND', message: 'Outside of the scopes.' });
  const { options } = createCall({ approve: () => Promise.reject(error) });
  await expect(callTool(toolOf('look', execute), {}, options)).rejects.toBe(error);
  expect(execute).not.toHaveBeenCalled();
});

it('callTool logs an unexpected failure with its cause, and returns neither cause nor message', async () => {
  const { options, logger } = createCall();
  const cause = new Error('password is hunter2');
  const result = await callTool(
    toolOf('look', () => Promise.reject(cause)),
    {},
    options,
  );
  expect(result).toMatchObject({
    status: 'failed',
    error: { code: 'INTERNAL_ERROR', message: 'Tool "look" failed unexpectedly.' },
  });
  expect(logger.lines).toEqual([
    { message: 'tool failed', fields: { tool: 'look', toolCallId: 'c', error: expect.objectContaining({ cause }) } },
  ]);
});

it('callTool logs a failure to tell the effect of an input, and leaves no timer behind after a call', async () => {
  vi.useFakeTimers();
  const { options, logger } = createCall();
  const tool = toolOf('look', () => 1);
  const effect = (): never => {
    throw new Error('no');
  };
  expect(await callTool({ ...tool, effect }, {}, options)).toMatchObject({ status: 'invalid_input' });
  expect(logger.lines).toMatchObject([{ message: 'tool failed', fields: { error: { code: 'INTERNAL_ERROR' } } }]);
  expect(await callTool(tool, {}, options)).toMatchObject({ status: 'completed' });
  expect(vi.getTimerCount()).toBe(0);
});

it('callTool returns an AppError of the tool as it is, and does not log it', async () => {
  const { options, logger } = createCall();
  const error = new AppError({ code: 'CONFLICT', message: 'Taken.', details: { by: 'b' } });
  const tool = toolOf('look', () => Promise.reject(error));
  expect(await callTool(tool, {}, options)).toEqual({ status: 'failed', error });
  expect(logger.lines).toEqual([]);
});

it('callTool shares reads only', async () => {
  const share = vi.fn<NonNullable<CallToolOptions['share']>>(async () => ({ output: 'earlier', reused: true }));
  const { options } = createCall({ share });
  const read = await callTool(
    toolOf('look', () => 'new'),
    {},
    options,
  );
  const write = await callTool(
    toolOf('note', () => 'new', { effect: 'write' }),
    {},
    options,
  );
  expect([read, write]).toEqual([
    { status: 'completed', output: 'earlier', reused: true },
    { status: 'completed', output: 'new', reused: false },
  ]);
});

it.each([
  { bound: 'the default', own: {}, bounds: {}, expected: 16_000 },
  { bound: "the caller's bound", own: {}, bounds: { maxResultChars: 300 }, expected: 300 },
  { bound: "the tool's bound", own: { maxResultChars: 500 }, bounds: { maxResultChars: 300 }, expected: 500 },
])('toResultText bounds a result to $bound', async ({ own, bounds, expected }) => {
  const { options, logger } = createCall();
  const tool = toolOf('dump', () => 'x'.repeat(20_000), { toModel: String, ...own });
  const result = await callTool(tool, {}, options);
  if (result.status !== 'completed') throw new Error(result.status);
  const outcome = toOutcome(tool, result, logger);
  expect(outcome.text).toHaveLength(20_000);
  const text = toResultText(tool, outcome, bounds);
  expect(text.length).toBeLessThanOrEqual(expected);
  expect(text.length).toBeGreaterThan(expected - 10);
  expect(text).toMatch(/^x+\n\[… \d+ of 20000 characters left out here; ask for less to see them …\]\nx+$/);
});

it('toResultText keeps a text only when it is longer than its bound', () => {
  const keep = vi.fn<() => undefined>();
  expect(toResultText({}, { text: 'x'.repeat(300) }, { maxResultChars: 300, keep })).toHaveLength(300);
  expect(keep).not.toHaveBeenCalled();
});

it('toOutcome has the events of a tool, which need not tell failures', () => {
  const { logger } = createCall();
  const event = { type: 'opened', data: null };
  const tool = { ...toolOf('open', () => 1), clientEvents: () => [event] };
  Reflect.deleteProperty(tool, 'isFailure');
  const outcome = toOutcome(tool, { status: 'completed', output: 1, reused: false }, logger);
  expect(outcome).toEqual({ output: 1, text: '1', isError: false, clientEvents: [event] });
  expect(logger.lines).toEqual([]);
});

it('toOutcome marks an output that reports a failure as an error and keeps it', async () => {
  const { options, logger } = createCall();
  const tool = toolOf('build', () => ({ exitCode: 1 }), { isFailure: () => true });
  const result = await callTool(tool, {}, options);
  if (result.status !== 'completed') throw new Error(result.status);
  expect(toOutcome(tool, result, logger)).toMatchObject({
    isError: true,
    output: { exitCode: 1 },
    text: '{"exitCode":1}',
  });
});
