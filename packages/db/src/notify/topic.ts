import type { JobName } from '@shipmate/domain/job';
import type { RunTopic } from '@shipmate/domain/run';

/** Topics that the processes of a database broadcast: those of runs, and the jobs of a name. */
export type Topic = RunTopic | `job ${JobName}`;

/** Reports a change that has been committed. */
export type Announce = (topic: Topic) => void;
