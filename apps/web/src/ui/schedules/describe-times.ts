import type { ScheduleView } from '@shipmate/protocol/web/schedules';
import { describeCron } from './recurrence.ts';

/** Describes when a schedule runs, and its next run, in the reader's time zone. */
export function describeTimes(
  { cron, timeZone, nextRunAt }: Pick<ScheduleView, 'cron' | 'timeZone' | 'nextRunAt'>,
  now: Date,
): string {
  const next = nextRunAt === null ? 'paused' : `next ${toMoment(new Date(nextRunAt), now)}`;
  return `${describeCron(cron)} (${timeZone}) · ${next}`;
}

/** `today at 08:30`, `tomorrow at 08:30`, `Fri 27 Nov at 08:30`. */
function toMoment(moment: Date, now: Date): string {
  const time = moment.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const days = Math.round((startOfDay(moment) - startOfDay(now)) / 86_400_000);
  if (days === 0) return `today at ${time}`;
  if (days === 1) return `tomorrow at ${time}`;
  return `${moment.toLocaleDateString('en-GB', { weekday: 'short', day: 'numeric', month: 'short' })} at ${time}`;
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}
