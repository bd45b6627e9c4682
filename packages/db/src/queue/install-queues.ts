import { newId } from '@shipmate/domain';
import { jobNames, type JobName } from '@shipmate/domain/job';
import type { PgBoss, QueuePolicy } from 'pg-boss';
import type { QueueOptions } from './queue-options.ts';

/** Returns the dead letter queue of a job name, for jobs that failed permanently. */
export function deadLetterQueueOf(name: JobName): string {
  return `${name}.dead`;
}

/** At most one scheduled job of these names is queued, so that they do not accumulate while no worker runs. */
const oneInLine: ReadonlySet<JobName> = new Set(['run_schedules', 'resume_remediations', 'refresh_capabilities']);

function policyOf(name: JobName): QueuePolicy {
  return oneInLine.has(name) ? 'short' : 'standard';
}

/** Returns the time after which a job counts as lost; longer for jobs that call a model. */
function secondsOf(name: JobName, { expireInSeconds }: Required<QueueOptions>): number {
  return name === 'remediate' ? 6 * expireInSeconds : expireInSeconds;
}

/**
 * Creates every queue with its dead letter queue, updates its settings, and warms pg-boss's cache of it: a send within
 * a transaction must not look the queue up, because on PGlite that would wait for the transaction forever.
 */
export async function installQueues(boss: PgBoss, options: Required<QueueOptions>): Promise<void> {
  const settings = {
    retryLimit: options.retryLimit,
    retryDelay: options.retryDelaySeconds,
    retryDelayMax: options.retryDelayMaxSeconds,
    retryBackoff: true,
  };
  for (const name of jobNames) {
    const deadLetter = deadLetterQueueOf(name);
    await boss.createQueue(deadLetter);
    const own = { ...settings, deadLetter, expireInSeconds: secondsOf(name, options) };
    await boss.createQueue(name, { ...own, policy: policyOf(name) });
    await boss.updateQueue(name, own);
    await boss.findJobs(name, { id: newId() });
  }
}
