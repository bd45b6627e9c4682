import { CronExpressionParser } from 'cron-parser';
import { parseDuration } from '../parse-duration.ts';
import type { MaintenanceWindow } from './rule-noise.ts';

/** Finds the maintenance window that contains a time, in milliseconds since 1970. */
export type MaintenanceCalendar = (time: number) => MaintenanceWindow | undefined;

/**
 * Creates a calendar of windows. A window that cannot be read contains no time. Times in order are cheap: the last occurrence of
 * a cron expression is kept until the next one.
 */
export function createMaintenanceCalendar(windows: readonly MaintenanceWindow[]): MaintenanceCalendar {
  const tests = windows.map((window) => ({ window, contains: toTest(window) }));
  return (time) => tests.find(({ contains }) => contains(time))?.window;
}

/** Returns the reason why a window cannot be read, with the field; `undefined` for a valid one. */
export function findWindowProblem(
  window: MaintenanceWindow,
): { readonly field: string; readonly message: string } | undefined {
  if (!isTimeZone(window.time_zone)) {
    return {
      field: 'time_zone',
      message: `"${window.time_zone}" is no time zone. Use a name like Europe/Berlin or UTC.`,
    };
  }
  if ('from' in window) {
    if (hasOffset(window.from) !== hasOffset(window.to)) {
      return { field: 'to', message: 'Write both times with an offset, or both without.' };
    }
    const isOrdered = hasOffset(window.from)
      ? Date.parse(window.from) < Date.parse(window.to)
      : window.from < window.to;
    return isOrdered ? undefined : { field: 'to', message: 'The window ends before it begins.' };
  }
  if (!isFiveFields(window.cron)) return { field: 'cron', message: fiveFieldsNeeded };
  try {
    occurrencesAround(window, Date.UTC(2026, 0, 1));
    return undefined;
  } catch (thrown) {
    return { field: 'cron', message: thrown instanceof Error ? thrown.message : 'The expression cannot be read.' };
  }
}

const fiveFieldsNeeded =
  'A cron expression needs five fields: minute, hour, day of the month, month, day of the week, as in "0 22 * * 6".';

/** The parser also accepts other numbers of fields, and `H` for a random time. */
function isFiveFields(cron: string): boolean {
  return /^\s*\S+(?:\s+\S+){4}\s*$/.test(cron) && !/\bH\b/i.test(cron);
}

function isTimeZone(timeZone: string): boolean {
  try {
    return /^[A-Za-z]/.test(new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone);
  } catch {
    return false;
  }
}

function hasOffset(time: string): boolean {
  return /(?:Z|[+-]\d{2}:\d{2})$/.test(time);
}

function toTest(window: MaintenanceWindow): (time: number) => boolean {
  if (findWindowProblem(window) !== undefined) return () => false;
  return 'cron' in window ? toCronTest(window) : toFixedTest(window);
}

function toFixedTest(window: FixedWindow): (time: number) => boolean {
  const { from, to, time_zone: timeZone } = window;
  if (hasOffset(from)) {
    const [begin, end] = [Date.parse(from), Date.parse(to)];
    return (time) => time >= begin && time < end;
  }
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const [begin, end] = [toLocalText(from), toLocalText(to)];
  return (time) => {
    const local = format.format(time);
    return local >= begin && local < end;
  };
}

/** Converts an ISO time without an offset to the form `YYYY-MM-DD HH:mm:ss`, which sorts by time. */
function toLocalText(time: string): string {
  const [date = '', clock = ''] = time.split('T');
  return `${date} ${clock.length === 5 ? `${clock}:00` : clock.slice(0, 8)}`;
}

type FixedWindow = Extract<MaintenanceWindow, { readonly from: string }>;
type CronWindow = Extract<MaintenanceWindow, { readonly cron: string }>;

function toCronTest(window: CronWindow): (time: number) => boolean {
  const durationMs = parseDuration(window.duration) ?? 0;
  let known: { readonly last: number; readonly next: number } | undefined;
  return (time) => {
    if (known === undefined || time < known.last || time >= known.next) known = occurrencesAround(window, time);
    return time - known.last < durationMs;
  };
}

/** Returns the last occurrence at or before a time, and the next one after it. */
function occurrencesAround({ cron, time_zone: tz }: CronWindow, time: number) {
  const nextSecond = new Date((Math.floor(time / 1_000) + 1) * 1_000);
  const last = CronExpressionParser.parse(cron, { tz, currentDate: nextSecond }).prev();
  const next = CronExpressionParser.parse(cron, { tz, currentDate: new Date(time) }).next();
  return { last: last.toDate().getTime(), next: next.toDate().getTime() };
}
