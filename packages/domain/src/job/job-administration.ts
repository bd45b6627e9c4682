import type { JobName, JobPayloads } from './job-queue.ts';

/** How many jobs of a name are not done. */
export interface JobCounts {
  readonly name: JobName;
  /** In line for the first time. */
  readonly waiting: number;
  /** Failed, and to be tried again. */
  readonly retrying: number;
  /** Failed for good. */
  readonly dead: number;
}

/** A job that failed for good. */
export interface DeadJob<Name extends JobName = JobName> {
  readonly id: string;
  readonly name: Name;
  readonly payload: JobPayloads[Name];
  readonly tries: number;
  readonly failedAt: Date;
  /** What its last try failed with. */
  readonly error: string;
}

/** What the operator of an installation sees and does about jobs, whoever's they are. */
export interface JobAdministration {
  /** Of every job name. */
  countJobs(): Promise<readonly JobCounts[]>;
  /** Those that failed for good, of one name or of all, the oldest first. */
  listDeadJobs(name?: JobName): Promise<readonly DeadJob[]>;
  /** Puts jobs that failed for good in line again, as if they were new, and returns how many were. */
  requeueDeadJobs(jobs: readonly Pick<DeadJob, 'id' | 'name'>[]): Promise<number>;
}
