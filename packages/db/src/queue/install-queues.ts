import { newId } from '@shipmate/domain';
import { jobNames, type JobName } from '@shipmate/domain/job';
import type { PgBoss, QueuePolicy } from 'pg-boss';
import type { QueueOptions } from './queue-options.ts';

/** Where jobs of a name end that failed for good. */
export function deadLetterQueueOf(name: JobName): string {
  return `${name}.dead`;
}

/** Of jobs that come by the clock, one in line is enough: while no worker runs, they do not pile up. */
const oneInLine: ReadonlySet<JobName> = new Set(['run_schedules', 'resume_remediations', 'refresh_capabilities']);

function policyOf(name: JobName): QueuePolicy {
  return oneInLine.has(name) ? 'short' : 'standard';
}

/** Jobs in which a model works take longer than others before they count as lost. */
function secondsOf(name: JobName, { expireInSeconds }: Required<QueueOptions>): number {
  return name === 'remediate' ? 6 * expireInSeconds : expireInSeconds;
}

/**
 * Makes every queue with its dead letter queue, brings its settings up to date, and warms pg-boss's cache of it: a send
 * within a transaction must not have to look the queue up, because on PGlite that waits for the transaction for ever.
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
