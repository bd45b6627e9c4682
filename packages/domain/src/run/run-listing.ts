import type { Run, RunStatus } from './run.ts';
import type { RunRetry } from './run-retry.ts';

/** Filter for the caller's runs. */
export interface RunQuery {
  /** `active` for runs that have not ended. Default: any. */
  readonly status?: RunStatus | 'active' | undefined;
  readonly workspaceId?: string | undefined;
  /** Only retries of this run that keep this many turns. */
  readonly retryOf?: RunRetry | undefined;
  /** Cursor: the id of the last run of the previous page; older runs follow. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A run with its subject and the name of its workspace. */
export interface RunListing {
  readonly run: Run;
  /** Null until the first answer is complete, and for a kind without a conversation. */
  readonly conversationTitle: string | null;
  /** Null for other kinds. The status is that of a `Remediation`. */
  readonly remediation: { readonly issue: string; readonly status: string } | null;
  /** The rule of a rule execution; null for other kinds. */
  readonly rule: { readonly id: string; readonly name: string } | null;
  readonly workspaceName: string | null;
}
