import { CronExpressionParser } from 'cron-parser';
import type { KubeObject } from '../../object/kube-object.ts';
import { objectsAt, textAt } from '../../object/read-value.ts';
import type { ClusterObjects } from '../cluster-objects.ts';
import { evidence, eventEvidence } from '../evidence.ts';
import type { Finding } from '../problem-rule.ts';

/** The delay at which a run counts as late. */
const graceMs = 5 * 60_000;

/** Finds cron jobs that are suspended, or missed their schedule. */
export function findCronJobProblems(objects: ClusterObjects): readonly Finding[] {
  return objects.all('CronJob').flatMap((cronJob): readonly Finding[] => {
    if (textAt(cronJob, 'spec', 'suspend') === 'true') return [toSuspended(cronJob)];
    const due = lastDue(cronJob, objects.now);
    const ran = Date.parse(textAt(cronJob, 'status', 'lastScheduleTime') ?? '') || 0;
    const made = Date.parse(textAt(cronJob, 'metadata', 'creationTimestamp') ?? '') || 0;
    if (due === undefined || ran >= due.getTime() || made >= due.getTime()) return [];
    const active = objectsAt(cronJob, 'status', 'active').map((job) => textAt(job, 'name') ?? '');
    const isBlocked = textAt(cronJob, 'spec', 'concurrencyPolicy') === 'Forbid' && active.length > 0;
    return [
      {
        severity: 'warning',
        reason: 'MissedSchedule',
        object: cronJob,
        message: isBlocked
          ? `Its last run is still active, so it was not started again at ${due.toISOString()}.`
          : `It was not started at ${due.toISOString()}, when it was due.`,
        evidence: [
          ...evidence('spec.schedule', textAt(cronJob, 'spec', 'schedule')),
          ...evidence('status.lastScheduleTime', textAt(cronJob, 'status', 'lastScheduleTime') ?? 'never'),
          ...evidence('status.active', active.join(', ')),
          ...eventEvidence(cronJob, objects, /Miss|Failed|Invalid/),
        ],
        next: isBlocked
          ? 'Find out why the active run does not end.'
          : 'Check its events, startingDeadlineSeconds, and whether the controller manager runs.',
        since: due.toISOString(),
      },
    ];
  });
}

function toSuspended(cronJob: KubeObject): Finding {
  return {
    severity: 'info',
    reason: 'CronJobSuspended',
    object: cronJob,
    message: 'It is suspended: it does not run until it is resumed.',
    evidence: [
      ...evidence('spec.suspend', 'true'),
      ...evidence('status.lastScheduleTime', textAt(cronJob, 'status', 'lastScheduleTime')),
    ],
    next: 'Check whether it was suspended on purpose.',
  };
}

/** Returns the last scheduled time that counts as late; undefined for a schedule that cannot be parsed. */
function lastDue(cronJob: KubeObject, now: Date): Date | undefined {
  const schedule = textAt(cronJob, 'spec', 'schedule');
  if (schedule === undefined) return undefined;
  try {
    return CronExpressionParser.parse(schedule, {
      currentDate: new Date(now.getTime() - graceMs),
      tz: textAt(cronJob, 'spec', 'timeZone') ?? 'UTC',
    })
      .prev()
      .toDate();
  } catch {
    return undefined;
  }
}
