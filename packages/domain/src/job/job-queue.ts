/** The jobs that exist and what each is told. */
export interface JobPayloads {
  /** Gives a conversation its title and its workspace a summary, after the first answer. */
  readonly describe_conversation: {
    readonly userId: string;
    readonly organizationId: string;
    readonly conversationId: string;
    readonly model: string;
  };
  /** Has a model think of what may be asked after an answer. */
  readonly suggest_follow_ups: {
    readonly userId: string;
    readonly organizationId: string;
    readonly conversationId: string;
    readonly runId: string;
  };
  /** Begins the run that answers a conversation. */
  readonly respond: {
    readonly userId: string;
    readonly organizationId: string;
    /** The id that the run will have: however often the job comes, there is one. */
    readonly taskId: string;
    readonly conversationId: string;
    /** The client's id for the conversation, which selects it. */
    readonly clientConversationId?: string;
    readonly workspaceId: string | null;
    /** `provider:model`. */
    readonly model: string;
    /** The last one is the question; those before it are told to a conversation that is new. */
    readonly messages: readonly JobMessage[];
  };
  /** Goes on with a remediation: investigates, or carries out what was approved. */
  readonly remediate: {
    readonly userId: string;
    readonly organizationId: string;
    readonly remediationId: string;
  };
  /** Takes up remediations that were left, and ends those that nobody approved in time. */
  readonly resume_remediations: Readonly<Record<string, never>>;
  /** Begins the runs of the schedules that are due. */
  readonly run_schedules: Readonly<Record<string, never>>;
  /** Looks at what has changed in the clusters that people have searched. */
  readonly refresh_capabilities: Readonly<Record<string, never>>;
  /** Deletes what is kept for a time only. */
  readonly housekeeping: Readonly<Record<string, never>>;
}

/** What was said, in the words of a job. */
export interface JobMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** The name of a job. */
export type JobName = keyof JobPayloads;

/** Every job name, for creating and warming queues. */
export const jobNames: readonly JobName[] = [
  'describe_conversation',
  'suggest_follow_ups',
  'respond',
  'run_schedules',
  'refresh_capabilities',
  'housekeeping',
  'remediate',
  'resume_remediations',
];

/** Puts jobs in line. */
export interface JobQueue {
  /**
   * Puts a job in line, to be taken after `startAfterSeconds`; by default at once. **Contract.** Within a unit of work the job exists if
   * and only if the transaction commits.
   */
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    options?: { readonly startAfterSeconds?: number },
  ): Promise<void>;
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
