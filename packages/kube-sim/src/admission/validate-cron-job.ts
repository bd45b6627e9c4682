import { isTimeZone, parseCronSchedule } from '../clock/cron-schedule.ts';
import { invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import type { JsonObject } from '../object/json-value.ts';

const policies = ['Allow', 'Forbid', 'Replace'];
const longestName = 52;

/** What the API holds against a cron job, its template left out. */
export function validateCronJob(name: string, spec: JsonObject): readonly StatusCause[] {
  const { schedule, timeZone, concurrencyPolicy, startingDeadlineSeconds } = spec;
  const causes: StatusCause[] = [];
  if (name.length > longestName)
    causes.push(invalidValue('metadata.name', name, `must be no more than ${longestName} characters`));
  if (typeof schedule !== 'string' || schedule === '') causes.push(requiredValue('spec.schedule'));
  else if (/TZ/.test(schedule))
    causes.push(
      invalidValue('spec.schedule', schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
    );
  else causes.push(...validateSchedule(schedule));
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    causes.push(invalidValue('spec.timeZone', timeZone, `unknown time zone ${timeZone}`));
  if (typeof concurrencyPolicy === 'string' && !policies.includes(concurrencyPolicy))
    causes.push(unsupportedValue('spec.concurrencyPolicy', concurrencyPolicy, policies));
  if (typeof startingDeadlineSeconds === 'number' && startingDeadlineSeconds < 0)
    causes.push(
      invalidValue('spec.startingDeadlineSeconds', startingDeadlineSeconds, 'must be greater than or equal to 0'),
    );
  return causes;
}

function validateSchedule(schedule: string): readonly StatusCause[] {
  try {
    parseCronSchedule(schedule);
    return [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return [invalidValue('spec.schedule', schedule, error.message)];
  }
}
