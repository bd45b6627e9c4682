export type { DeadJob, JobAdministration, JobCounts, QueueFigures } from './job-administration.ts';
export {
  jobNames,
  type JobMessage,
  type JobRepository,
  type JobName,
  type JobPayloads,
  type JobQueue,
  type JobRunner,
} from './job-queue.ts';
