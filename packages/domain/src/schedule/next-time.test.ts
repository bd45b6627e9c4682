import { expect, it } from 'vitest';
import { nextTimeOf } from './next-time.ts';

it.each([
  { cron: '* * * * *', timeZone: 'UTC', after: '2026-11-22T08:30:00Z', next: '2026-11-22T08:31:00Z' },
  { cron: '30 8 * * 1-5', timeZone: 'Europe/Berlin', after: '2026-11-20T12:00:00Z', next: '2026-11-23T07:30:00Z' },
  { cron: '30 8 * * 1-5', timeZone: 'America/New_York', after: '2026-11-20T12:00:00Z', next: '2026-11-20T13:30:00Z' },
  { cron: '0 9 L * *', timeZone: 'UTC', after: '2028-02-01T00:00:00Z', next: '2028-02-29T09:00:00Z' },
  // Clocks are set forward from 02:00 to 03:00.
  { cron: '30 2 * * *', timeZone: 'Europe/Berlin', after: '2026-03-28T12:00:00Z', next: '2026-03-29T01:30:00Z' },
  { cron: '30 2 * * *', timeZone: 'Europe/Berlin', after: '2026-03-29T01:30:00Z', next: '2026-03-30T00:30:00Z' },
  // Clocks are set back from 03:00 to 02:00.
  { cron: '30 2 * * *', timeZone: 'Europe/Berlin', after: '2026-10-24T12:00:00Z', next: '2026-10-25T00:30:00Z' },
  { cron: '30 2 * * *', timeZone: 'Europe/Berlin', after: '2026-10-25T00:30:00Z', next: '2026-10-26T01:30:00Z' },
])('nextTimeOf $cron in $timeZone returns $next when the time is $after', ({ after, next, ...recurrence }) => {
  expect(nextTimeOf(recurrence, new Date(after))).toEqual(new Date(next));
});

it.each([
  { cron: '', timeZone: 'UTC', field: 'cron' },
  { cron: 'daily', timeZone: 'UTC', field: 'cron' },
  { cron: '@daily', timeZone: 'UTC', field: 'cron' },
  { cron: '* * * *', timeZone: 'UTC', field: 'cron' },
  { cron: '0 * * * * *', timeZone: 'UTC', field: 'cron' },
  { cron: 'H 8 * * *', timeZone: 'UTC', field: 'cron' },
  { cron: '61 * * * *', timeZone: 'UTC', field: 'cron' },
  { cron: '0 0 31 2 *', timeZone: 'UTC', field: 'cron' },
  { cron: '0 8 * * *', timeZone: 'Mars/Olympus', field: 'timeZone' },
  { cron: '0 8 * * *', timeZone: '', field: 'timeZone' },
  { cron: '0 8 * * *', timeZone: '+02:00', field: 'timeZone' },
])('nextTimeOf refuses "$cron" in "$timeZone" and names $field', ({ field, ...recurrence }) => {
  const refused = expect.objectContaining({
    code: 'VALIDATION_ERROR',
    message: expect.stringMatching(new RegExp(`^${field}: `)),
    details: { issues: [{ path: field, message: expect.any(String) }] },
  });
  expect(() => nextTimeOf(recurrence, new Date())).toThrow(refused);
});
