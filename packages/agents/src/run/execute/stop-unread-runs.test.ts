import { silentLogger } from '@shipmate/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stopUnreadRuns } from './stop-unread-runs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const graceMs = 10_000;

const run = { id: 'r', userId: 'u', organizationId: 'o' };
type Found = readonly (typeof run)[] | 'fails';

/**
 * Runs one check per entry of `found` and returns the number of checks after which runs were stopped; an entry is the
 * result of a check, or `fails`.
 */
async function checkRuns(found: readonly Found[]): Promise<readonly number[]> {
  const stoppedAfter: number[] = [];
  let checks = 0;
  const stop = stopUnreadRuns({
    runs: {
      async listUnread() {
        const listed = found[checks++] ?? [];
        if (listed === 'fails') throw new Error('The database is away.');
        return listed;
      },
      async requestStop(principal, runId) {
        expect([principal.userId, principal.organizationId, runId]).toEqual(['u', 'o', 'r']);
        stoppedAfter.push(checks);
      },
    },
    logger: silentLogger,
    graceMs,
  });
  await vi.advanceTimersByTimeAsync(graceMs * (found.length + 1));
  stop();
  expect(vi.getTimerCount()).toBe(0);
  return stoppedAfter;
}

it.each([
  ['found twice in a row', [[run], [run]], [2]],
  ['found once', [[run], []], []],
  ['read again in between', [[run], [], [run]], []],
  ['found again after a database error in between', [[run], 'fails', [run], [run]], [4]],
] as const)('stopUnreadRuns stops the right runs when a run is %s', async (_, found, expected) => {
  expect(await checkRuns(found)).toEqual(expected);
});
