import type { Run, RunStatus } from './run.ts';
import type { RunRetry } from './run-retry.ts';

/** Which of somebody's runs are wanted. */
export interface RunQuery {
  /** `active` for those that have not ended. Default: any. */
  readonly status?: RunStatus | 'active' | undefined;
  readonly workspaceId?: string | undefined;
  /** Only those that are this. */
  readonly retryOf?: RunRetry | undefined;
  /** The id of the last run that the reader has; what is older follows. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A run with what its conversation and its workspace are called. */
export interface RunListing {
  readonly run: Run;
  /** Null until the first answer is complete. */
  readonly conversationTitle: string | null;
  readonly workspaceName: string | null;
}
