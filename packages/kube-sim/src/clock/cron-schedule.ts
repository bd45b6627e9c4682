import { CronExpressionParser } from 'cron-parser';

/** A parsed schedule. */
interface CronSchedule {
  /** The first time after a time, in milliseconds of the epoch. */
  next(after: number): number;
  /** The last scheduled time after the first and not after the second time, with their number, counted up to 101. */
  passed(after: number, until: number): { readonly latest: number; readonly count: number } | undefined;
}

const countedAtMost = 101;
const names = /^@(?:yearly|annually|monthly|weekly|daily|hourly)$/;
const fiveFields = /^\S+(?:\s+\S+){4}$/;

/** Parses the schedule of a CronJob. @throws Error that names the mistake */
export function parseCronSchedule(schedule: string, timeZone = 'Etc/UTC'): CronSchedule {
  const text = schedule.trim() === '@midnight' ? '@daily' : schedule.trim();
  if (!names.test(text) && !fiveFields.test(text)) {
    const fields = text.split(/\s+/);
    throw new Error(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  // The library accepts more than Kubernetes does, such as `L` for the last day.
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

/** Tests whether this machine knows a time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

interface FieldRange {
  readonly least: number;
  readonly most: number;
  readonly words?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const ranges: readonly FieldRange[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, words: months },
  { least: 0, most: 6, words: days },
];

/** Validates the five fields of a schedule in the words of Kubernetes' parser. @throws Error for the first mistake */
function checkCronFields(fields: readonly string[]): void {
  for (const [index, range] of ranges.entries())
    for (const part of (fields[index] ?? '').split(',')) checkRange(part, range);
}

function checkRange(text: string, range: FieldRange): void {
  const { start, end, step } = parseRange(text, range);
  if (start < range.least) throw new Error(`beginning of range (${start}) below minimum (${range.least}): ${text}`);
  if (end > range.most) throw new Error(`end of range (${end}) above maximum (${range.most}): ${text}`);
  if (start > end) throw new Error(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  if (step === 0) throw new Error(`step of range should be a positive number: ${text}`);
}

function parseRange(text: string, range: FieldRange) {
  const [span = '', step, ...steps] = text.split('/');
  const [first = '', last, ...others] = span.split('-');
  if (others.length > 0) throw new Error(`too many hyphens: ${text}`);
  if (steps.length > 0) throw new Error(`too many slashes: ${text}`);
  const isAny = first === '*' || first === '?';
  const start = isAny ? range.least : parseNumber(first, range);
  const single = isAny || step !== undefined ? range.most : start;
  const end = isAny || last === undefined ? single : parseNumber(last, range);
  return { start, end, step: step === undefined ? 1 : parseNumber(step, { least: 0, most: 0 }) };
}

function parseNumber(text: string, { least, words = [] }: FieldRange): number {
  const word = words.indexOf(text.toLowerCase());
  if (word >= 0) return word + least;
  if (!/^[-+]?\d+$/.test(text))
    throw new Error(`failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`);
  if (text.startsWith('-')) throw new Error(`negative number (${Number(text)}) not allowed: ${text}`);
  return Number(text);
}
