import { earliestDue } from '../../control-loop/earliest-due.ts';
import { parseCronSchedule } from '../../clock/cron-schedule.ts';
import { toTimestamp } from '../../clock/virtual-clock.ts';
import { asArray, asObject, asString, isObject, scalarToText, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { controlledBy, controllerReference, type ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { findEnding } from './jobs.ts';

const storage = 'batch/cronjobs';
const component = 'cronjob-controller';
const tooMany = 100;

/** Creates the jobs of CronJobs on schedule and deletes surplus finished ones. */
export function createCronJobController(context: ControllerContext): Controller {
  const { store, clock, events } = context;
  /** The scheduled time last reported as delayed, by CronJob uid. */
  const lastDelayed = new Map<string, number>();

  function syncOne(cronJob: KubeObject): number | undefined {
    const spec = asObject(cronJob['spec']);
    const active = settleJobs(cronJob);
    clearHistory(cronJob);
    if (cronJob.metadata.deletionTimestamp !== undefined || spec['suspend'] === true) return undefined;
    const schedule = parseCronSchedule(asString(spec['schedule']), asString(spec['timeZone']) || undefined);
    const now = clock.now();
    const due = schedule.passed(earliestOf(cronJob), now);
    if (due) {
      if (due.count > tooMany) {
        const message =
          'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew';
        recordEvent(cronJob, { type: 'Warning', reason: 'TooManyMissedTimes', message });
      }
      startDue(store.get(storage, cronJob.metadata) ?? cronJob, due.latest, active);
    }
    return schedule.next(now);
  }

  /** The earliest missed time that may still start a job. */
  function earliestOf({ metadata, spec, status }: KubeObject): number {
    const last = Date.parse(scalarToText(asObject(status)['lastScheduleTime'], metadata.creationTimestamp));
    const { startingDeadlineSeconds } = asObject(spec);
    if (typeof startingDeadlineSeconds !== 'number') return last;
    return Math.max(last, clock.now() - 1000 * startingDeadlineSeconds);
  }

  /** Records finished jobs in the status. @returns the active ones */
  function settleJobs(cronJob: KubeObject): readonly KubeObject[] {
    const status = asObject(cronJob['status']);
    const known = asArray(status['active']).filter(isObject);
    const jobs = controlledBy(store, 'batch/jobs', cronJob);
    const lastSuccess = asString(status['lastSuccessfulTime']);
    let latest = lastSuccess;
    const running: JsonObject[] = [];
    for (const reference of known) {
      const job = jobs.find(({ metadata }) => metadata.uid === reference['uid']);
      const ending = job && findEnding(job);
      if (job && !ending) running.push(reference);
      else if (ending) {
        const message = `Saw completed job: ${job.metadata.name}, condition: ${asString(ending['type'])}`;
        recordEvent(cronJob, { reason: 'SawCompletedJob', message });
        const completed = asString(asObject(job['status'])['completionTime']);
        if (completed > latest) latest = completed;
      } else {
        const message = `Active job went missing: ${asString(reference['name'])}`;
        recordEvent(cronJob, { reason: 'MissingJob', message });
      }
    }
    if (running.length < known.length) {
      const { active: _, ...rest } = status;
      context.setStatus(storage, cronJob, {
        ...rest,
        ...(running.length > 0 && { active: running }),
        ...(latest !== '' && { lastSuccessfulTime: latest }),
      });
    }
    return jobs.filter(({ metadata }) => running.some(({ uid }) => uid === metadata.uid));
  }

  function startDue(cronJob: KubeObject, due: number, active: readonly KubeObject[]): void {
    const { concurrencyPolicy } = asObject(cronJob['spec']);
    if (concurrencyPolicy === 'Forbid' && active.length > 0) {
      const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
      if (lastDelayed.get(cronJob.metadata.uid) !== due) recordEvent(cronJob, { reason: 'JobAlreadyActive', message });
      lastDelayed.set(cronJob.metadata.uid, due);
      return;
    }
    const isReplaced = concurrencyPolicy === 'Replace';
    if (isReplaced) for (const job of active) removeJob(cronJob, job);
    const job = context.tryCreate('batch/jobs', toJob(cronJob, due), {
      owner: cronJob,
      occurrence: { reason: 'FailedCreate', component },
      doing: 'Error creating job',
    });
    if (!job) return;
    recordEvent(cronJob, { reason: 'SuccessfulCreate', message: `Created job ${job.metadata.name}` });
    const { name, namespace, uid, resourceVersion } = job.metadata;
    const reference = { kind: job.kind, namespace, name, uid, apiVersion: job.apiVersion, resourceVersion };
    const status = asObject(cronJob['status']);
    const kept = isReplaced ? [] : asArray(status['active']);
    context.setStatus(storage, cronJob, {
      ...status,
      active: [...kept, reference],
      lastScheduleTime: toTimestamp(due),
    });
    return undefined;
  }

  function clearHistory(cronJob: KubeObject): void {
    const spec = asObject(cronJob['spec']);
    const ended = controlledBy(store, 'batch/jobs', cronJob)
      .filter((job) => findEnding(job))
      .toSorted((left, right) => startOf(left).localeCompare(startOf(right)));
    for (const [type, limit] of [
      ['Complete', spec['successfulJobsHistoryLimit']],
      ['Failed', spec['failedJobsHistoryLimit']],
    ] as const) {
      const jobs = ended.filter((job) => findEnding(job)?.['type'] === type);
      const surplus = typeof limit === 'number' ? jobs.slice(0, Math.max(0, jobs.length - limit)) : [];
      for (const job of surplus) removeJob(cronJob, job);
    }
  }

  function removeJob(cronJob: KubeObject, job: KubeObject): void {
    context.remove('batch/jobs', job);
    recordEvent(cronJob, { reason: 'SuccessfulDelete', message: `Deleted job ${job.metadata.name}` });
  }

  function recordEvent(
    cronJob: KubeObject,
    occurrence: { readonly type?: 'Warning'; readonly reason: string; readonly message: string },
  ): void {
    events.record(cronJob, { ...occurrence, component });
  }

  return {
    name: 'cron-jobs',
    watches: [storage, 'batch/jobs'],
    sync() {
      return earliestDue(store.list(storage).map(syncOne));
    },
  };
}

function toJob(cronJob: KubeObject, due: number): JsonObject {
  const template = structuredClone(asObject(asObject(cronJob['spec'])['jobTemplate']));
  const { labels, annotations } = asObject(template['metadata']);
  const { name, namespace } = cronJob.metadata;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `${name}-${Math.floor(due / 60_000)}`,
      namespace,
      ...(labels !== undefined && { labels }),
      annotations: { ...asObject(annotations), 'batch.kubernetes.io/cronjob-scheduled-timestamp': toTimestamp(due) },
      ownerReferences: [controllerReference(cronJob)],
    },
    spec: template['spec'],
  };
}

function startOf(job: KubeObject): string {
  return asString(asObject(job['status'])['startTime']);
}
