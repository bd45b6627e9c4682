import type { Principal, StopReason, Usage } from '@shipmate/core';
import type { ClaimLimits, LeaseRequest, RunLease, RunRelease, RunWriter } from './run-lease.ts';
import type { RunLogHead } from './run-log-head.ts';
import type { Persona } from './persona.ts';
import type { ConversationRun, Run, RunKindName, RunOrigin, RunStatus } from './run.ts';
import type { RunListing, RunQuery } from './run-listing.ts';
import type { RunRetry } from './run-retry.ts';
import type { RunEvent, StoredRunEvent } from './run-event.ts';
import type { NewRunStep, RunStep, RunStepAnswers } from './run-step.ts';
import type { BegunToolCall, RunToolCall, ToolCallResult } from './run-tool-call.ts';

/** A run in a conversation to be created. */
export interface NewRun {
  readonly id: string;
  /** Default `answer`. */
  readonly kind?: ConversationRun['kind'] | undefined;
  readonly conversationId: string;
  readonly workspaceId: string | null;
  readonly model: string;
  /** Default `chat`. */
  readonly origin?: RunOrigin;
  /** Default true. */
  readonly detached?: boolean;
  /** Default `developer`. */
  readonly persona?: Persona | undefined;
  /** Default: the run answers from the beginning. */
  readonly retryOf?: RunRetry | undefined;
  /** Lease for an executor that starts at once; without it the run is queued for any executor. */
  readonly lease?: LeaseRequest;
}

/** A run without a conversation to be created; it is queued for any executor of its kind. */
export interface NewStandaloneRun {
  readonly id: string;
  readonly kind: Exclude<RunKindName, ConversationRun['kind']>;
  /** Null for the default model. */
  readonly model: string | null;
}

/** The outcome of a run. */
export interface RunEnd {
  readonly status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** Default null: unknown. */
  readonly costUsd?: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** The model that was used, for a run that was created without one. */
  readonly model?: string | null;
}

/** Reads runs for users. **Contract.** A user reads their own runs; any other is `NOT_FOUND`. */
export interface RunReads {
  create(principal: Principal, run: NewRun): Promise<ConversationRun>;
  createStandalone(principal: Principal, run: NewStandaloneRun): Promise<Run>;
  get(principal: Principal, runId: string): Promise<Run>;
  /** Lists the caller's runs, newest first. */
  list(principal: Principal, query: RunQuery): Promise<readonly RunListing[]>;
  /** Lists the runs of a conversation, oldest first. */
  listForConversation(principal: Principal, conversationId: string): Promise<readonly ConversationRun[]>;
  /** Returns the newest run of a conversation that has not ended. */
  findActive(principal: Principal, conversationId: string): Promise<ConversationRun | undefined>;
  /**
   * Requests that the executor stop a run; a run without an owner can be claimed to be ended. Idempotent; an
   * ended run is returned unchanged.
   */
  requestStop(principal: Principal, runId: string): Promise<Run>;
  /** Stores suggested follow-up questions. */
  keepFollowUps(principal: Principal, runId: string, followUps: readonly string[]): Promise<void>;
}

/**
 * Leases of runs. A run can be claimed while it is queued, once its lease has expired and, if it is waiting,
 * once its stop is requested, its time is over or no pending decision remains possible. **Contract.** Of concurrent
 * claims of a run, one succeeds.
 */
export interface RunLeases {
  claim(runId: string, lease: LeaseRequest, limits?: Pick<ClaimLimits, 'kinds'>): Promise<Run | undefined>;
  /**
   * Claims any run: of the organization with the fewest running ones first, then the oldest. **Contract.**
   * Concurrent claims never exceed an organization's limit.
   */
  claimNext(lease: LeaseRequest, limits?: ClaimLimits): Promise<Run | undefined>;
  /**
   * Renews a lease from now on. The returned run shows whether its stop is requested. @throws AppError, see
   * `isLeaseLost`
   */
  renew(lease: RunLease, seconds: number): Promise<Run>;
  /**
   * Releases a lease. A time is measured by the database's clock. @throws AppError, see `isLeaseLost`
   */
  release(lease: RunLease, release: RunRelease): Promise<void>;
  /** Queues a waiting run. @throws AppError `CONFLICT` if it is not waiting. */
  requeue(runId: string): Promise<void>;
}

/**
 * Writes to runs. **Contract.** A write by a caller that does not hold the run's lease throws an error of
 * `isLeaseLost` and changes nothing.
 */
export interface RunWrites {
  /**
   * Appends events in order, stores progress with them, all or nothing, and returns the last sequence number.
   *
   * @throws AppError `CONFLICT` once the run has ended.
   */
  appendEvents(writer: RunWriter, events: readonly RunEvent[], progress?: RunProgressWrite): Promise<number>;
  /** Ends a run and its lease. @throws AppError `CONFLICT` if it has ended. */
  end(writer: RunWriter, end: RunEnd): Promise<void>;
  /** Stores a model turn, or a person's turn in its place; replaces an earlier turn of that number. */
  saveStep(writer: RunWriter, step: NewRunStep): Promise<void>;
  /** Completes a turn with answers that are more than the results of its calls, which complete it otherwise. Idempotent. */
  saveStepAnswers(lease: RunLease, answers: RunStepAnswers): Promise<void>;
  /**
   * Copies the first turns of the retried run, with their calls, to a run without an owner. Their cost stays
   * with the retried run.
   *
   * @throws AppError as for any write.
   */
  keepTurns(runId: string, retry: RunRetry): Promise<void>;
  /** Records that a call, or its repetition, is about to be executed. */
  beginToolCall(lease: RunLease, call: BegunToolCall): Promise<void>;
  /** Records the outcome of a call, also of one that never began. Idempotent. */
  endToolCall(lease: RunLease, call: EndedToolCall): Promise<void>;
  /** Records that the outcome of a call is unknown. */
  markToolCallUnknown(lease: RunLease, toolCallId: string): Promise<void>;
  /**
   * Settles a call with an unknown outcome, of a run without an owner: with a result or, without one, as
   * never begun.
   *
   * @throws AppError `NOT_FOUND` if there is no such call, `CONFLICT` if it is not `unknown`.
   */
  settleToolCall(call: Pick<RunToolCall, 'runId' | 'toolCallId'>, result: ToolCallResult | null): Promise<void>;
}

/** Progress of a run that is stored together. */
export interface RunProgressWrite {
  /** As for `saveStep`. */
  readonly step?: NewRunStep;
  /** As for `endToolCall`. **Contract.** No two have the same id. */
  readonly calls?: readonly EndedToolCall[];
  /** As for `saveStepAnswers`, of a turn that is stored already. */
  readonly answers?: RunStepAnswers;
}

/** A call with its result. */
export type EndedToolCall = Pick<RunToolCall, 'turn' | 'input'> & { readonly result: ToolCallResult };

/**
 * Reads the history of runs. **Contract.** Ownership is not checked: the caller got the run from a store with
 * its principal.
 */
export interface RunHistory {
  /** Lists events with a sequence number above `after`, in order, at most `limit`. */
  listEvents(
    runId: string,
    options: { readonly after: number; readonly limit: number },
  ): Promise<readonly StoredRunEvent[]>;
  /** Returns the position at the end of the log; `undefined` if there is no such run. */
  findLogHead(runId: string): Promise<RunLogHead | undefined>;
  /** Lists steps by turn. */
  listSteps(runId: string): Promise<readonly RunStep[]>;
  /** Lists calls by turn, then in the order in which they began. */
  listToolCalls(runId: string): Promise<readonly RunToolCall[]>;
  /**
   * Deletes the events of runs that ended that long ago, of at most `limit` runs, and returns the number of
   * those runs.
   */
  deleteOldEvents(options: { readonly olderThanDays: number; readonly limit: number }): Promise<number>;
}

/** Readers of runs, in all processes. **Contract.** Ownership is not checked. */
export interface RunReaders {
  /** Records that runs are being read now, by the database's clock. */
  noteReaders(runIds: readonly string[]): Promise<void>;
  /** Returns true if a reader was recorded within the last `ms` milliseconds. */
  wasReadWithin(runId: string, ms: number): Promise<boolean>;
  /**
   * Lists waiting runs that are not detached and that were started and last read more than `ms` milliseconds
   * ago, except those whose stop is requested.
   */
  listUnread(ms: number): Promise<readonly Run[]>;
}

/** The number of runs of a kind in a state, of all organizations. */
export interface RunCount {
  readonly kind: RunKindName;
  readonly status: RunStatus;
  readonly count: number;
}

/** Figures for operators. */
export interface RunFigures {
  /** Counts the runs that have not ended, and those that ended within the last hour. */
  countByState(): Promise<readonly RunCount[]>;
}

/** Store for runs, their logs, and the data to resume them. */
export interface RunStore extends RunReads, RunLeases, RunWrites, RunHistory, RunReaders, RunFigures {}
