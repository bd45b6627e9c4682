/** The jobs that exist and what each is told. */
export interface JobPayloads {
  /** Gives a conversation its title and its workspace a summary, after the first answer. */
  readonly describe_conversation: {
    readonly userId: string;
    readonly organizationId: string;
    readonly conversationId: string;
    readonly model: string;
  };
  /** Deletes what is kept for a time only. */
  readonly housekeeping: Readonly<Record<string, never>>;
}

/** The name of a job. */
export type JobName = keyof JobPayloads;

/** Every job name, for creating and warming queues. */
export const jobNames: readonly JobName[] = ['describe_conversation', 'housekeeping'];

/** Puts jobs in line. */
export interface JobQueue {
  /** **Contract.** Within a unit of work the job exists if and only if the transaction commits. */
  enqueue<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void>;
}

/** Carries jobs out. */
export interface JobRunner {
  /**
   * Starts taking jobs of one name. **Contract.** A handler that throws is retried with back-off and then dead-lettered;
   * `signal` fires when the runner stops.
   */
  work<Name extends JobName>(
    name: Name,
    handler: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /** Puts a job in line at the times of a cron expression in UTC, once however many processes ask; the newest expression counts. */
  schedule<Name extends JobName>(name: Name, cron: string, payload: JobPayloads[Name]): Promise<void>;
}
