import cronstrue from 'cronstrue';
import type { Recurrence } from './schedule.ts';

/** Describes a recurrence in words: `At 08:30, Monday through Friday (Europe/Berlin)`. Returns a cron expression that cannot be read unchanged. */
export function describeRecurrence({ cron, timeZone }: Recurrence): string {
  return `${cronstrue.toString(cron, { throwExceptionOnParseError: false, use24HourTimeFormat: true }) || cron} (${timeZone})`;
}
