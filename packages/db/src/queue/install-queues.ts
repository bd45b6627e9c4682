import { jobNames, newId, type JobName } from '@shipmate/domain';
import type { PgBoss, QueuePolicy } from 'pg-boss';
import type { QueueOptions } from './queue-options.ts';

/** Where jobs of a name end that failed for good. */
export function deadLetterQueueOf(name: JobName): string {
  return `${name}.dead`;
}

/** Of jobs that come by the clock, one in line is enough: while no worker runs, they do not pile up. */
function policyOf(name: JobName): QueuePolicy {
  return name === 'run_schedules' ? 'short' : 'standard';
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
    expireInSeconds: options.expireInSeconds,
  };
  for (const name of jobNames) {
    const deadLetter = deadLetterQueueOf(name);
    await boss.createQueue(deadLetter);
    await boss.createQueue(name, { ...settings, deadLetter, policy: policyOf(name) });
    await boss.updateQueue(name, { ...settings, deadLetter });
    await boss.findJobs(name, { id: newId() });
  }
}
