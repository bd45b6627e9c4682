import { silentLogger } from '@shipmate/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRunAttendance, type RunAttendanceOptions } from './run-attendance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates the store through which the processes of one database share their readers. */
function createReaders(): RunAttendanceOptions['runs'] {
  const readAt = new Map<string, number>();
  return {
    noteReaders: async (runIds) => runIds.forEach((id) => readAt.set(id, Date.now())),
    wasReadWithin: async (runId, ms) => Date.now() - (readAt.get(runId) ?? -Infinity) < ms,
  };
}

function setUp(runs = createReaders()) {
  const attendance = createRunAttendance({ runs, logger: silentLogger, graceMs: 10_000 });
  const abandoned: string[] = [];
  return { abandoned, attendance, enter: (runId: string) => attendance.enter(runId, () => void abandoned.push(runId)) };
}

it('run attendance reports a run whose last reader left and did not return in time', async () => {
  const { abandoned, enter } = setUp();
  enter('r')(false);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(abandoned).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(abandoned).toEqual(['r']);
  enter('r')(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(abandoned).toEqual(['r', 'r']);
});

it('run attendance restarts the grace period whenever a reader comes and leaves', async () => {
  const { abandoned, enter } = setUp();
  enter('r')(false);
  await vi.advanceTimersByTimeAsync(9_000);
  const leave = enter('r');
  await vi.advanceTimersByTimeAsync(60_000);
  leave(false);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(abandoned).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(abandoned).toEqual(['r']);
});

it('run attendance waits for readers of other processes for the same grace period', async () => {
  const runs = createReaders();
  const here = setUp(runs);
  const there = setUp(runs);
  here.enter('r')(false);
  await vi.advanceTimersByTimeAsync(9_000);
  const leave = there.enter('r');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(here.abandoned).toEqual([]);
  leave(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([here.abandoned, there.abandoned]).toEqual([[], ['r']]);
});

it('run attendance reports no run while the database cannot list readers', async () => {
  const fails = async (): Promise<never> => Promise.reject(new Error('no database'));
  const { abandoned, enter } = setUp({ noteReaders: fails, wasReadWithin: fails });
  enter('r')(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(abandoned).toEqual([]);
});

it('run attendance lists the runs that were left', async () => {
  const { attendance, enter } = setUp();
  expect(attendance.isLeft('r')).toBe(false);
  const leave = enter('r');
  expect(attendance.isLeft('r')).toBe(false);
  leave(false);
  expect(attendance.isLeft('r')).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(attendance.isLeft('r')).toBe(false);
});

it('run attendance counts the readers of each run', async () => {
  const { abandoned, enter } = setUp();
  const leaves = [enter('r'), enter('r')];
  enter('other')(false);
  leaves[0]?.(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(abandoned).toEqual(['other']);
  leaves[1]?.(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(abandoned).toEqual(['other', 'r']);
});

it('run attendance drops a run that was read to its end', async () => {
  const { abandoned, enter } = setUp();
  enter('r')(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(abandoned).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
