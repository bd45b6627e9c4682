import { expect, it } from 'vitest';
import { describeTimes } from './schedules-page.tsx';

const now = new Date(2026, 10, 22, 12, 0);
const schedule = { cron: '30 8 * * *', timeZone: 'Europe/Berlin' };

it.each([
  [new Date(2026, 10, 22, 23, 59), 'today at 23:59'],
  [new Date(2026, 10, 23, 0, 1), 'tomorrow at 00:01'],
  [new Date(2026, 10, 27, 8, 30), 'Fri 27 Nov at 08:30'],
] as const)('describeTimes describes %s as %s', (next, words) => {
  expect(describeTimes({ ...schedule, nextRunAt: next.toISOString() }, now)).toBe(
    `Every day at 08:30 (Europe/Berlin) · next ${words}`,
  );
});

it('describeTimes states that a schedule is paused', () => {
  expect(describeTimes({ ...schedule, nextRunAt: null }, now)).toBe('Every day at 08:30 (Europe/Berlin) · paused');
});
