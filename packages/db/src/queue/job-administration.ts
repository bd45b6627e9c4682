import { jobNames, type DeadJob, type JobAdministration, type JobCounts, type JobName } from '@shipmate/domain/job';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { deadLetterQueueOf } from './install-queues.ts';

/** Creates a {@link JobAdministration} on a started pg-boss. */
export function createJobAdministration(boss: PgBoss): JobAdministration {
  async function findDead<Name extends JobName>(name: Name): Promise<readonly DeadJob<Name>[]> {
    const jobs = await boss.findJobs<DeadJob<Name>['payload']>(deadLetterQueueOf(name), { queued: true });
    return jobs.map((job) => toDeadJob(name, job));
  }

  async function count(name: JobName): Promise<JobCounts> {
    const queued = await boss.findJobs(name, { queued: true });
    const retrying = queued.filter(({ state }) => state === 'retry').length;
    return { name, waiting: queued.length - retrying, retrying, dead: (await findDead(name)).length };
  }

  return {
    countJobs: () => Promise.all(jobNames.map(count)),

    async listDeadJobs(name) {
      const dead = await Promise.all((name === undefined ? jobNames : [name]).map((each) => findDead(each)));
      return dead.flat().sort((one, other) => one.failedAt.getTime() - other.failedAt.getTime());
    },

    async requeueDeadJobs(jobs) {
      let moved = 0;
      for (const [name, ofName] of Map.groupBy(jobs, (job) => job.name)) {
        moved += await boss.redrive(deadLetterQueueOf(name), { ids: ofName.map(({ id }) => id), limit: ofName.length });
      }
      return moved;
    },
  };
}

function toDeadJob<Name extends JobName>(
  name: Name,
  { id, data, createdOn, sourceRetryCount, sourceOutput }: JobWithMetadata<DeadJob<Name>['payload']>,
): DeadJob<Name> {
  return {
    id,
    name,
    payload: data,
    tries: (sourceRetryCount ?? 0) + 1,
    failedAt: createdOn,
    error: messageOf(sourceOutput),
  };
}

/** Returns the message of a failed job; pg-boss stores errors as JSON, and its own also have a `message`. */
function messageOf(output: object | null): string {
  const message = output && 'message' in output ? output.message : undefined;
  return typeof message === 'string' ? message : JSON.stringify(output);
}
