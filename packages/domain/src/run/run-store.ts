import type { Principal, StopReason, Usage } from '@shipmate/core';
import type { ClaimLimits, LeaseRequest, RunLease, RunWriter } from './run-lease.ts';
import type { RunLogHead } from './run-log-head.ts';
import type { Persona } from './persona.ts';
import type { Run, RunOrigin, RunStatus } from './run.ts';
import type { RunListing, RunQuery } from './run-listing.ts';
import type { RunRetry } from './run-retry.ts';
import type { RunEvent, StoredRunEvent } from './run-event.ts';
import type { NewRunStep, RunStep, RunStepAnswers } from './run-step.ts';
import type { BegunToolCall, RunToolCall, ToolCallResult } from './run-tool-call.ts';

/** A run that is to be made. */
export interface NewRun {
  readonly id: string;
  readonly conversationId: string;
  readonly workspaceId: string | null;
  readonly model: string;
  /** Default `chat`. */
  readonly origin?: RunOrigin;
  /** Default true. */
  readonly detached?: boolean;
  /** Default `developer`. */
  readonly persona?: Persona | undefined;
  /** Default: it answers from its beginning. */
  readonly retryOf?: RunRetry | undefined;
  /** For an executor that begins at once; without it the run is queued for any. */
  readonly lease?: LeaseRequest;
}

/** How a run ends. */
export interface RunEnd {
  readonly status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>;
  readonly stopReason: StopReason;
  readonly usage: Usage;
  /** Default null: not known. */
  readonly costUsd?: number | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/** Runs as people see them. **Contract.** A user sees their own runs; any other is `NOT_FOUND`. */
export interface RunReads {
  create(principal: Principal, run: NewRun): Promise<Run>;
  get(principal: Principal, runId: string): Promise<Run>;
  /** The caller's runs, newest first. */
  list(principal: Principal, query: RunQuery): Promise<readonly RunListing[]>;
  /** The runs of a conversation, oldest first. */
  listForConversation(principal: Principal, conversationId: string): Promise<readonly Run[]>;
  /** The newest run of a conversation that has not ended. */
  findActive(principal: Principal, conversationId: string): Promise<Run | undefined>;
  /**
   * Asks whoever executes a run to stop it; a run that nobody executes can be claimed to be ended. Asking again changes nothing,
   * nor does asking a run that has ended.
   */
  requestStop(principal: Principal, runId: string): Promise<Run>;
  /** Keeps what may be asked after an answer. */
  keepFollowUps(principal: Principal, runId: string, followUps: readonly string[]): Promise<void>;
}

/**
 * Who executes which run. A run can be claimed while it is queued, once its lease has expired and, when it waits, once it is
 * to be stopped or nobody can decide any more on what it waits for. **Contract.** Of several that claim a run at once, one gets it.
 */
export interface RunLeases {
  claim(runId: string, lease: LeaseRequest): Promise<Run | undefined>;
  /**
   * Claims any run, of the organization with the fewest running ones first, then the oldest. **Contract.** However many claim at
   * once, no organization gets beyond the limit by it.
   */
  claimNext(lease: LeaseRequest, limits?: ClaimLimits): Promise<Run | undefined>;
  /** Makes a lease last from now on. The run tells whether it is to be stopped. @throws AppError, see `isLeaseLost` */
  renew(lease: RunLease, seconds: number): Promise<Run>;
  /** Gives a lease back: for any executor to go on at once, or for a person to decide first. @throws AppError, see `isLeaseLost` */
  release(lease: RunLease, status: 'queued' | 'waiting'): Promise<void>;
  /** Queues a run that waits. @throws AppError `CONFLICT` when it does not wait. */
  requeue(runId: string): Promise<void>;
}

/** **Contract.** A write by whom the run does not belong to, or no longer, throws an error of `isLeaseLost` and changes nothing. */
export interface RunWrites {
  /** Appends in order and returns the sequence of the last one. @throws AppError `CONFLICT` once the run has ended. */
  appendEvents(writer: RunWriter, events: readonly RunEvent[]): Promise<number>;
  /** Ends a run and its lease. @throws AppError `CONFLICT` when it has ended. */
  end(writer: RunWriter, end: RunEnd): Promise<void>;
  /** Keeps a turn that a model has taken, in place of an earlier one of that number; or one that a person took in its place. */
  saveStep(writer: RunWriter, step: NewRunStep): Promise<void>;
  /** Completes a turn; doing it again changes nothing. */
  saveStepAnswers(lease: RunLease, answers: RunStepAnswers): Promise<void>;
  /**
   * Gives a run that nobody executes the first turns of the run that it tries again, with their calls. That one has paid for them.
   *
   * @throws AppError as for any write.
   */
  keepTurns(runId: string, retry: RunRetry): Promise<void>;
  /** Notes that a call is about to be carried out, be it once more. */
  beginToolCall(lease: RunLease, call: BegunToolCall): Promise<void>;
  /** Notes what came of a call, also of one that was never begun. Doing it again changes nothing. */
  endToolCall(lease: RunLease, call: EndedToolCall): Promise<void>;
  /** Notes that nobody knows whether a call took effect. */
  doubtToolCall(lease: RunLease, toolCallId: string): Promise<void>;
  /**
   * Settles a call that nobody knew of, of a run that nobody executes: with a result or, without one, as never begun.
   *
   * @throws AppError `NOT_FOUND` when there is no such call, `CONFLICT` when it is not `unknown`.
   */
  settleToolCall(call: Pick<RunToolCall, 'runId' | 'toolCallId'>, result: ToolCallResult | null): Promise<void>;
}

/** A call whose answer is known. */
export type EndedToolCall = Pick<RunToolCall, 'turn' | 'input'> & { readonly result: ToolCallResult };

/** What a run did so far. **Contract.** Ownership is not checked: the caller got the run from a store with its principal. */
export interface RunHistory {
  /** Events with a sequence above `after`, in order, at most `limit`. */
  listEvents(
    runId: string,
    options: { readonly after: number; readonly limit: number },
  ): Promise<readonly StoredRunEvent[]>;
  /** `undefined` when there is no such run. */
  findLogHead(runId: string): Promise<RunLogHead | undefined>;
  /** By turn. */
  listSteps(runId: string): Promise<readonly RunStep[]>;
  /** By turn, then in the order in which they were begun. */
  listToolCalls(runId: string): Promise<readonly RunToolCall[]>;
  /** Deletes the events of runs that ended so long ago, at most of `limit` runs, and returns of how many. */
  deleteOldEvents(options: { readonly olderThanDays: number; readonly limit: number }): Promise<number>;
}

/** Who reads a run, from whichever process. **Contract.** Ownership is not checked. */
export interface RunReaders {
  /** Notes that runs are being read now, by the database's clock. */
  noteReaders(runIds: readonly string[]): Promise<void>;
  /** Whether that was noted in the last so many milliseconds. */
  wasReadWithin(runId: string, ms: number): Promise<boolean>;
  /** Runs that wait, are not detached and were begun and last read longer ago than so many milliseconds; none that is to be stopped. */
  listUnread(ms: number): Promise<readonly Run[]>;
}

/** Runs, their logs, and what is kept to go on with them. */
export interface RunStore extends RunReads, RunLeases, RunWrites, RunHistory, RunReaders {}
