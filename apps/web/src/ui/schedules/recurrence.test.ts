import { expect, it } from 'vitest';
import { describeCron, toCron, toRecurrenceDraft } from './recurrence.ts';

it.each([
  ['15 * * * *', 'hourly', 'Every hour at :15'],
  ['30 8 * * *', 'daily', 'Every day at 08:30'],
  ['5 17 * * 1-5', 'weekdays', 'Monday to Friday at 17:05'],
  ['0 0 * * 0', 'weekly', 'Sundays at 00:00'],
  ['*/5 * * * *', 'custom', '*/5 * * * *'],
  ['15 * * * 1-5', 'custom', '15 * * * 1-5'],
  ['0 9 1 * *', 'custom', '0 9 1 * *'],
] as const)(
  'toRecurrenceDraft, describeCron and toCron read %s as %s, describe it and write it back',
  (cron, frequency, words) => {
    const draft = toRecurrenceDraft(cron);
    expect(draft.frequency).toBe(frequency);
    expect(describeCron(cron)).toBe(words);
    expect(toCron(draft)).toBe(cron);
  },
);

it('toCron keeps the time when the days change', () => {
  const daily = toRecurrenceDraft('30 8 * * *');
  expect(toCron({ ...daily, frequency: 'weekly', weekday: 5 })).toBe('30 8 * * 5');
  expect(toCron({ ...daily, frequency: 'custom', cron: ' 0 9 1 * * ' })).toBe('0 9 1 * *');
});
