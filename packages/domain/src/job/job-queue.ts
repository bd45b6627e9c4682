/** The payload of each job. */
export interface JobPayloads {
  /** Generates the title of a conversation and the summary of its workspace, after the first answer. */
  readonly describe_conversation: {
    readonly userId: string;
    readonly organizationId: string;
    readonly conversationId: string;
    readonly model: string;
  };
  /** Generates follow-up questions after an answer. */
  readonly suggest_follow_ups: {
    readonly userId: string;
    readonly organizationId: string;
    readonly conversationId: string;
    readonly runId: string;
  };
  /** Starts the run that answers a conversation. */
  readonly respond: {
    readonly userId: string;
    readonly organizationId: string;
    /** Id of the run to create, so that repeated deliveries of the job create one run. */
    readonly taskId: string;
    readonly conversationId: string;
    /** The client's id for the conversation, which selects it. */
    readonly clientConversationId?: string;
    readonly workspaceId: string | null;
    /** The repository in which the run works; without one, it answers in the workspace or in plain text. */
    readonly repository?: JobRepository;
    readonly projectId?: string;
    /** `provider:model`. */
    readonly model: string;
    /** The last one is the question; a new conversation gets those before it as history. */
    readonly messages: readonly JobMessage[];
  };
  /** Starts the runs of the schedules that are due. */
  readonly run_schedules: Readonly<Record<string, never>>;
  /** Updates the index of the clusters that people have searched. */
  readonly refresh_capabilities: Readonly<Record<string, never>>;
  /** Records findings and events of the clusters that rules watch. */
  readonly check_clusters: Readonly<Record<string, never>>;
  /** Deletes data whose retention has ended. */
  readonly housekeeping: Readonly<Record<string, never>>;
}

/** The place of a repository in the payload of a job: a folder that an in-process caller vouches for, or an address. */
export interface JobRepository {
  readonly localPath: string | null;
  readonly remoteUrl: string | null;
  /** Null for the default branch. */
  readonly branch: string | null;
}

/** A message in the payload of a job. */
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
  'check_clusters',
  'housekeeping',
];

/** Queues jobs. */
export interface JobQueue {
  /**
   * Queues a job for delivery after `startAfterSeconds`; by default at once. **Contract.** Within a unit of
   * work the job exists if and only if the transaction commits.
   */
  enqueue<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    options?: { readonly startAfterSeconds?: number },
  ): Promise<void>;
}

/** Executes jobs. */
export interface JobRunner {
  /**
   * Starts consuming jobs of one name. **Contract.** A handler that throws is retried with back-off and then
   * dead-lettered; `signal` aborts when the runner stops.
   */
  work<Name extends JobName>(
    name: Name,
    handler: (payload: JobPayloads[Name], signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /**
   * Queues a job at the times of a cron expression in UTC, once for any number of processes; the newest
   * expression wins.
   */
  schedule<Name extends JobName>(name: Name, cron: string, payload: JobPayloads[Name]): Promise<void>;
}
