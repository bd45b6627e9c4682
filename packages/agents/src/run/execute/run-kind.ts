import type { Logger } from '@shipmate/core';
import type { Run, RunKindName, RunLease } from '@shipmate/domain/run';
import type { OutageLimits } from '../log/retry-database.ts';
import type { RunRecorder } from '../log/run-recorder.ts';
import type { EarlyOutcome, RunEnding } from '../settle/end-run.ts';
import type { RunWait } from '../settle/release-run.ts';
import type { RunActivity } from './run-activity.ts';

/** A claimed run and the signals of its execution. */
export interface RunWork {
  readonly run: Run;
  /** Every write names the lease, so that only its owner can write. */
  readonly lease: RunLease;
  readonly logger: Logger;
  /** Aborts when the run is stopped, aborted at shutdown, or its lease is lost. */
  readonly signal: AbortSignal;
  /** Aborts when a person stops the run. */
  readonly stopping: AbortSignal;
  /** Aborts when the process shuts down; the run is released as soon as nothing is under way. */
  readonly draining: AbortSignal;
  /** Aborts when models have to stop answering at shutdown; tools continue. */
  readonly silencing: AbortSignal;
  /** Aborts when the process stops waiting for tools; the outcome of a running call is then unknown. */
  readonly aborting: AbortSignal;
  /** Parts of the work to complete before the run is released at shutdown. */
  readonly activity: RunActivity;
  /** How long the database may be unavailable. */
  readonly outageLimits: OutageLimits;
  /**
   * Checks the lease right before an action that must not be repeated: a process that was frozen is past its lease before any timer fires.
   *
   * @throws AppError of `isLeaseLost`.
   */
  assertHeld(): void;
}

/** The end of an execution: the run has ended, is released for any executor, or waits for a person or a time. */
export type RunConclusion = RunEnding | RunWait | 'queued' | 'waiting';

/**
 * One run in execution.
 *
 * **Contract.** `restore` is called once and first. Then either `execute` or `end` is called, once. An error of `DATABASE_ERROR`, and
 * each after `aborting`, leaves the run to another executor; any other error of `restore` and `execute` fails the run through `end`.
 */
export interface RunTask {
  /** Reads the stored progress of a run that another executor began. Returns the ending when only that is left to store. */
  restore(recorder: RunRecorder): Promise<RunEnding | undefined>;
  /** Executes the rest of the run. Steps that are stored are not repeated. */
  execute(recorder: RunRecorder): Promise<RunConclusion>;
  /** True while steps of unknown outcome have to be checked before a stopped run ends: `execute` then ends it. */
  readonly hasUnknownSteps?: boolean;
  /** Stores what a run that was interrupted too often has left beside its steps. It is called after `restore` and before `end`, at most once. */
  settle?(recorder: RunRecorder): Promise<void>;
  /** Returns the ending of a run that is not executed further. It keeps the progress so far. */
  end(outcome: EarlyOutcome): RunEnding;
}

/**
 * The execution of runs of one kind. Lease, takeover, log, stop, retry after a crash and shutdown are the executor's.
 *
 * @example
 * const answer: RunKind = { name: 'answer', open: (work) => openAnswer(resources, work) };
 */
export interface RunKind {
  readonly name: RunKindName;
  open(work: RunWork): RunTask;
}
