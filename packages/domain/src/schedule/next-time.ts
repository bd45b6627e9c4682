import { AppError } from '@shipmate/core';
import type { Recurrence } from './schedule.ts';
import { CronExpressionParser } from 'cron-parser';

/** The parser also accepts four and six fields, and `H` for a random time. */
const fiveFields = /^\s*\S+(?:\s+\S+){4}\s*$/;
const madeUp = /\bH\b/i;

/**
 * Returns the first time of a recurrence after another time. A local time that a clock change skips occurs right after
 * the change, and one that it repeats occurs once.
 *
 * @throws AppError `VALIDATION_ERROR` that names the field, also when the time never occurs.
 */
export function nextTimeOf({ cron, timeZone }: Recurrence, after: Date): Date {
  if (!isTimeZone(timeZone))
    throw invalidRecurrence('timeZone', 'is no time zone. Use a name like Europe/Berlin or UTC');
  if (!fiveFields.test(cron) || madeUp.test(cron)) {
    throw invalidRecurrence(
      'cron',
      'needs five fields: minute, hour, day of the month, month, day of the week, as in "30 8 * * 1-5"',
    );
  }
  try {
    return CronExpressionParser.parse(cron, { tz: timeZone, currentDate: after }).next().toDate();
  } catch (thrown) {
    throw invalidRecurrence('cron', thrown instanceof Error ? thrown.message : 'cannot be read', thrown);
  }
}

function isTimeZone(timeZone: string): boolean {
  try {
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}

function invalidRecurrence(field: keyof Recurrence, why: string, cause?: unknown): AppError {
  const message = `${field}: ${why}.`;
  return new AppError({
    code: 'VALIDATION_ERROR',
    message,
    details: { issues: [{ path: field, message: why }] },
    cause,
  });
}
