import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProcessNotifications } from './process-notifications.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('notifications that cannot be sent are retried with growing delays, and none is lost', async () => {
  const attempts: (readonly string[])[] = [];
  let isReachable = false;
  const notifications = createProcessNotifications({
    listenTo: () => async () => undefined,
    broadcast: async (_channel, topics) => {
      attempts.push(topics);
      if (!isReachable) throw new Error('The queue of notifications is full.');
    },
  });
  notifications.announce('queued');
  notifications.announce('rule_events');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(attempts.length).toBeGreaterThan(5);
  expect(attempts.length).toBeLessThan(50);
  isReachable = true;
  await notifications.close();
  expect(attempts.at(-1)?.toSorted()).toEqual(['queued', 'rule_events']);
});
