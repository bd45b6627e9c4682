import { CronExpressionParser } from 'cron-parser';
import { checkCronFields } from './cron-fields.ts';

/** Times that come round. */
export interface CronSchedule {
  /** The first time after another, in milliseconds of the epoch. */
  next(after: number): number;
  /** The last time that came after one and not after another, and how many there were, counted up to a hundred and one. */
  passed(after: number, until: number): { readonly latest: number; readonly count: number } | undefined;
}

const countedAtMost = 101;
const names = /^@(?:yearly|annually|monthly|weekly|daily|hourly)$/;
const fiveFields = /^\S+(?:\s+\S+){4}$/;

/** Reads the schedule of a cron job. @throws Error that says what is wrong with it */
export function parseCronSchedule(schedule: string, timeZone = 'Etc/UTC'): CronSchedule {
  const text = schedule.trim() === '@midnight' ? '@daily' : schedule.trim();
  if (!names.test(text) && !fiveFields.test(text)) {
    const fields = text.split(/\s+/);
    throw new Error(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  // The parser takes more than Kubernetes does, such as `L` for the last day.
  if (!names.test(text)) checkCronFields(text.split(/\s+/));
  const from = (time: number) => CronExpressionParser.parse(text, { tz: timeZone, currentDate: new Date(time) });
  from(0).next();
  return {
    next: (after) => from(after).next().getTime(),
    passed(after, until) {
      const latest = from(until + 1)
        .prev()
        .getTime();
      if (latest <= after) return undefined;
      const times = from(after);
      let count = 1;
      while (count < countedAtMost && times.next().getTime() < latest) count += 1;
      return { latest, count };
    },
  };
}

/** Whether this machine knows a time zone by this name. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
