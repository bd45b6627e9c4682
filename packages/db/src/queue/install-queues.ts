import { newId } from '@shipmate/domain';
import { jobNames, type JobName } from '@shipmate/domain/job';
import type { PgBoss, QueuePolicy, QueueResult, UpdateQueueOptions } from 'pg-boss';
import type { QueueOptions } from './queue-options.ts';

/** Returns the dead letter queue of a job name, for jobs that failed permanently. */
export function deadLetterQueueOf(name: JobName): string {
  return `${name}.dead`;
}

/** Jobs that pg-boss enqueues at the times of a schedule. At most one of a name is queued, so that they do not accumulate while no worker runs. */
const scheduledJobs: ReadonlySet<JobName> = new Set([
  'run_schedules',
  'refresh_capabilities',
  'check_clusters',
  'housekeeping',
]);

/**
 * True for a job that pg-boss enqueues at its times, and then notifies of. All others are announced once they are committed: the commit
 * of a transaction with a notification waits for all others.
 */
export function isScheduled(name: JobName): boolean {
  return scheduledJobs.has(name);
}

function policyOf(name: JobName): QueuePolicy {
  return isScheduled(name) ? 'short' : 'standard';
}

/** Queues of earlier versions; remediations are runs now. */
const retired = ['remediate', 'resume_remediations'] as const;

/** Deletes queues of earlier versions with their schedules, which would fill them. */
async function deleteRetiredQueues(boss: PgBoss, existing: ReadonlyMap<string, unknown>): Promise<void> {
  for (const name of retired) {
    if (!existing.has(name)) continue;
    await boss.unschedule(name);
    await boss.deleteQueue(name);
    await boss.deleteQueue(`${name}.dead`);
  }
}

/**
 * Creates missing queues with their dead letter queues, updates changed settings, and warms pg-boss's cache: a send within
 * a transaction must not look a queue up, because on PGlite that would wait for the transaction forever.
 */
export async function installQueues(boss: PgBoss, options: Required<QueueOptions>): Promise<void> {
  const settings = {
    retryLimit: options.retryLimit,
    retryDelay: options.retryDelaySeconds,
    retryDelayMax: options.retryDelayMaxSeconds,
    retryBackoff: true,
  };
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  await deleteRetiredQueues(boss, existing);
  for (const name of jobNames) {
    const deadLetter = deadLetterQueueOf(name);
    if (!existing.has(deadLetter)) await boss.createQueue(deadLetter);
    const own = { ...settings, deadLetter, notify: isScheduled(name), expireInSeconds: options.expireInSeconds };
    const queue = existing.get(name);
    if (!queue) await boss.createQueue(name, { ...own, policy: policyOf(name) });
    else if (!hasSettings(queue, own)) await boss.updateQueue(name, own);
    await boss.findJobs(name, { id: newId() });
  }
  if (existing.get(scheduled)?.notify !== true) await boss.updateQueue(scheduled, { notify: true });
  await boss.findJobs(scheduled, { id: newId() });
}

/** The queue from which pg-boss starts the jobs of schedules, which is polled unless it notifies. */
const scheduled = '__pgboss__send-it';

function hasSettings(queue: QueueResult, settings: UpdateQueueOptions): boolean {
  const stored: UpdateQueueOptions = queue;
  const keys = Object.keys(settings) as (keyof UpdateQueueOptions)[];
  return keys.every((key) => stored[key] === settings[key]);
}
