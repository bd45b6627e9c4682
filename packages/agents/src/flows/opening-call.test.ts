import { AppError, type BoundTool, createToolExecutionContext, toBoundTools } from '@shipmate/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeOpeningCall } from './opening-call.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const principal = { userId: 'u', organizationId: 'o', via: 'local' } as const;

function toolOf(execute: () => Promise<unknown>): BoundTool {
  const inputSchema = { type: 'object', properties: {} } as const;
  return toBoundTools([{ name: 'look', description: 'Looks.', inputSchema }], execute)[0] as BoundTool;
}

it('makeOpeningCall fails after 60 s when the tool hangs and declares no timeout', async () => {
  const tool = toolOf(() => new Promise(() => undefined));
  const calling = makeOpeningCall(tool, {}, createToolExecutionContext({ principal }));
  const settled = vi.fn<() => void>();
  void calling.then(settled);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalled();
  expect(await calling).toMatchObject({ isError: true });
});

it('makeOpeningCall throws ABORTED immediately when the flow is cancelled and the tool ignores its signal', async () => {
  const controller = new AbortController();
  const tool = toolOf(() => new Promise(() => undefined));
  const calling = makeOpeningCall(tool, {}, createToolExecutionContext({ principal, signal: controller.signal }));
  const rejected = vi.fn<(error: unknown) => void>();
  calling.catch(rejected);
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(rejected.mock.calls[0]?.[0]).toMatchObject({ code: 'ABORTED' });
});

it('makeOpeningCall returns the error message when the tool fails', async () => {
  const tool = toolOf(() => Promise.reject(new AppError({ code: 'NOT_FOUND', message: 'No such pod.' })));
  const context = createToolExecutionContext({ principal });
  expect(await makeOpeningCall(tool, {}, context)).toEqual({ text: 'No such pod.', isError: true });
});

it('makeOpeningCall truncates the text when the result is long', async () => {
  const { text, isError } = await makeOpeningCall(
    toolOf(async () => 'x'.repeat(20_000)),
    {},
    createToolExecutionContext({ principal }),
  );
  expect(isError).toBe(false);
  expect(text.length).toBeLessThanOrEqual(16_000);
});
