import { silentLogger } from '@shipmate/core';
import { afterEach, expect, it, vi } from 'vitest';
import { createShutdown } from './create-shutdown.ts';

const exitCodeBefore = process.exitCode;
afterEach(() => {
  process.exitCode = exitCodeBefore;
  vi.useRealTimers();
});

it('a shutdown fires its signal, then closes resources one at a time in reverse order', async () => {
  const shutdown = createShutdown({ logger: silentLogger });
  const seen: string[] = [];
  for (const name of ['database', 'server']) {
    shutdown.add(name, async () => {
      seen.push(`${name} closing, signal ${shutdown.signal.aborted}`);
      await Promise.resolve();
      seen.push(`${name} closed`);
    });
  }
  await shutdown.run('test');
  expect(seen).toEqual([
    'server closing, signal true',
    'server closed',
    'database closing, signal true',
    'database closed',
  ]);
});

it('a shutdown runs once for any number of calls', async () => {
  const shutdown = createShutdown({ logger: silentLogger });
  const close = vi.fn<() => Promise<void>>(async () => undefined);
  shutdown.add('server', close);
  await Promise.all([shutdown.run('first'), shutdown.run('second')]);
  expect(close).toHaveBeenCalledTimes(1);
});

it('a shutdown continues when a resource fails to close, and sets the exit code', async () => {
  const shutdown = createShutdown({ logger: silentLogger });
  const close = vi.fn<() => Promise<void>>(async () => undefined);
  shutdown.add('database', close);
  shutdown.add('server', async () => {
    throw new Error('it is stuck');
  });
  await shutdown.run('test');
  expect(close).toHaveBeenCalledOnce();
  expect(process.exitCode).toBe(1);
});

it('a shutdown ends at its deadline, names the open resources and closes nothing more', async () => {
  vi.useFakeTimers();
  const errors: unknown[] = [];
  const logger = { ...silentLogger, error: (_message: string, fields?: unknown) => void errors.push(fields) };
  const shutdown = createShutdown({ logger, graceMs: 1000 });
  const hung = Promise.withResolvers<void>();
  const close = vi.fn<() => Promise<void>>(async () => undefined);
  shutdown.add('database', close);
  shutdown.add('server', () => hung.promise);
  const running = shutdown.run('test');
  await vi.advanceTimersByTimeAsync(1000);
  await running;
  hung.resolve();
  await vi.runAllTimersAsync();
  expect(close).not.toHaveBeenCalled();
  expect(process.exitCode).toBe(1);
  expect(errors).toEqual([{ graceMs: 1000, stillOpen: ['database', 'server'] }]);
});

it('a shutdown fires its signal at once and closes nothing before its delay has passed', async () => {
  vi.useFakeTimers();
  const shutdown = createShutdown({ logger: silentLogger, delayMs: 500 });
  const close = vi.fn<() => Promise<void>>(async () => undefined);
  shutdown.add('server', close);
  const running = shutdown.run('test');
  await vi.advanceTimersByTimeAsync(499);
  expect([shutdown.signal.aborted, close.mock.calls.length]).toEqual([true, 0]);
  await vi.advanceTimersByTimeAsync(1);
  await running;
  expect(close).toHaveBeenCalledOnce();
});
