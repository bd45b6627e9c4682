import { expect, it } from 'vitest';
import { describeRecurrence } from './describe-recurrence.ts';
import { findMissedTimes } from './missed-times.ts';

const hourly = { cron: '0 * * * *', timeZone: 'UTC' };

it.each([
  [
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:00:01Z',
    { last: '2026-01-01T10:00:00Z', earlier: 0, next: '2026-01-01T11:00:00Z' },
  ],
  [
    '2026-01-01T10:00:00Z',
    '2026-01-01T12:30:00Z',
    { last: '2026-01-01T12:00:00Z', earlier: 2, next: '2026-01-01T13:00:00Z' },
  ],
])('findMissedTimes from %s until %s', (due, now, { last, earlier, next }) => {
  const found = findMissedTimes(hourly, { due: new Date(due), now: new Date(now) });
  expect(found).toEqual({ last: new Date(last), earlier, next: new Date(next) });
});

it('findMissedTimes stops counting after 1000 times', () => {
  const every = { cron: '* * * * *', timeZone: 'UTC' };
  const found = findMissedTimes(every, {
    due: new Date('2026-01-01T00:00:00Z'),
    now: new Date('2027-01-01T00:00:30Z'),
  });
  expect(found).toMatchObject({ earlier: 1_000, next: new Date('2027-01-01T00:01:00Z') });
});

it.each([
  ['30 8 * * 1-5', 'Europe/Berlin', 'At 08:30, Monday through Friday (Europe/Berlin)'],
  ['0 * * * *', 'UTC', 'Every hour (UTC)'],
])('describeRecurrence of %s in %s', (cron, timeZone, text) => {
  expect(describeRecurrence({ cron, timeZone })).toBe(text);
});
