import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRunAttendance } from './run-attendance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const attendance = createRunAttendance(10_000);
  const abandoned: string[] = [];
  return { abandoned, attendance, enter: (runId: string) => attendance.enter(runId, () => void abandoned.push(runId)) };
}

it('notices a run whose reader left and did not come back in time', () => {
  const { abandoned, enter } = setUp();
  enter('r')(false);
  vi.advanceTimersByTime(9_999);
  expect(abandoned).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(abandoned).toEqual(['r']);
  enter('r')(false);
  vi.advanceTimersByTime(10_000);
  expect(abandoned).toEqual(['r', 'r']);
});

it('starts to wait anew with each reader that comes and leaves', () => {
  const { abandoned, enter } = setUp();
  enter('r')(false);
  vi.advanceTimersByTime(9_000);
  const leave = enter('r');
  vi.advanceTimersByTime(60_000);
  leave(false);
  vi.advanceTimersByTime(9_999);
  expect(abandoned).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(abandoned).toEqual(['r']);
});

it('knows which runs were left', () => {
  const { attendance, enter } = setUp();
  expect(attendance.isLeft('r')).toBe(false);
  const leave = enter('r');
  expect(attendance.isLeft('r')).toBe(false);
  leave(false);
  expect(attendance.isLeft('r')).toBe(true);
  vi.advanceTimersByTime(10_000);
  expect(attendance.isLeft('r')).toBe(false);
});

it('counts the readers of each run', () => {
  const { abandoned, enter } = setUp();
  const leaves = [enter('r'), enter('r')];
  enter('other')(false);
  leaves[0]?.(false);
  vi.advanceTimersByTime(60_000);
  expect(abandoned).toEqual(['other']);
  leaves[1]?.(false);
  vi.advanceTimersByTime(10_000);
  expect(abandoned).toEqual(['other', 'r']);
});

it('forgets a run that was read to its end', () => {
  const { abandoned, enter } = setUp();
  enter('r')(true);
  vi.advanceTimersByTime(60_000);
  expect(abandoned).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
