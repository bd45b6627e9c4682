import type { JobName, JobPayloads } from './job-queue.ts';

/** The number of unfinished jobs of a name. */
export interface JobCounts {
  readonly name: JobName;
  /** Queued for the first time. */
  readonly waiting: number;
  /** Failed, with a retry scheduled. */
  readonly retrying: number;
  /** Failed permanently. */
  readonly dead: number;
}

/** A job that failed permanently. */
export interface DeadJob<Name extends JobName = JobName> {
  readonly id: string;
  readonly name: Name;
  readonly payload: JobPayloads[Name];
  readonly tries: number;
  readonly failedAt: Date;
  /** The error of its last attempt. */
  readonly error: string;
}

/** The jobs of a queue that wait to be executed. */
export interface QueueFigures {
  /** The name of its jobs. */
  readonly name: JobName;
  /** True for jobs that failed permanently and wait for a person. */
  readonly isDead: boolean;
  readonly jobs: number;
  /** Time since the oldest one was due, in seconds; 0 if none is due yet. */
  readonly oldestSeconds: number;
}

/** Administration of the jobs of all organizations, for the operator of an installation. */
export interface JobAdministration {
  /** Counts the jobs of every name. */
  countJobs(): Promise<readonly JobCounts[]>;
  /** Measures the queues that have jobs; cheap enough for every scrape of metrics. */
  measureQueues(): Promise<readonly QueueFigures[]>;
  /** Lists dead jobs, of one name or of all, oldest first. */
  listDeadJobs(name?: JobName): Promise<readonly DeadJob[]>;
  /** Queues dead jobs again, as new ones, and returns their number. */
  requeueDeadJobs(jobs: readonly Pick<DeadJob, 'id' | 'name'>[]): Promise<number>;
}
