import { AppError, toAppError, type Logger } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { Run, RunLease, RunNotifications } from '@shipmate/domain/run';
import { traceFields } from '@shipmate/runtime';
import { retryDatabase } from '../log/retry-database.ts';
import type { RunLog } from '../log/run-log.ts';
import { createRunRecorder, type RunRecorder } from '../log/run-recorder.ts';
import { endRun, type EarlyOutcome, type RunEnding } from '../settle/end-run.ts';
import { releaseRun } from '../settle/release-run.ts';
import { keepLease, type LeaseKeeper } from './lease-keeper.ts';
import { createRunActivity } from './run-activity.ts';
import type { RunConclusion, RunKind, RunTask, RunWork } from './run-kind.ts';
import { watchReaders } from './watch-readers.ts';

/** Resources for {@link executeRun}. */
export interface ExecutionResources {
  readonly unitOfWork: UnitOfWork;
  readonly notifications: RunNotifications;
  /** Readers of this process see content before it is stored. */
  readonly runLog: Pick<RunLog, 'show' | 'pass'>;
  readonly logger: Logger;
  readonly leaseSeconds: number;
  /** How long a run that is not detached continues without a reader. */
  readonly readerGraceMs: number;
  /** The number of runs that this process executes. */
  readonly countRuns: () => number;
}

/** A run whose lease this process got just now. */
export interface ClaimedRun {
  readonly run: Run;
  readonly lease: RunLease;
  readonly kind: Pick<RunKind, 'open'>;
  /** Of a run that was created together with its lease: the sequence of its last event. */
  readonly createdAt?: number;
}

/** A run in execution in this process. */
export interface RunExecution {
  /** Resolves once the run has ended, waits, or was released. It never rejects. */
  readonly finished: Promise<void>;
  /** Once it has finished: the time until which the run waits, if it waits for a time, in milliseconds. */
  readonly wakesInMs: number | undefined;
  /** Cancels the run for a person. */
  stop(): void;
  /** Releases the run as soon as its model has answered and no tool runs that must not be repeated. */
  drain(): void;
  /** Stops its model in mid-answer; tools continue. */
  silence(): void;
  /** Releases the run at once. The outcomes of tools that run are unknown then. */
  abort(): void;
}

/** Takeovers in a row without progress, after which the run itself may be what kills its executors. */
const maxAttempts = 5;

/** Executes a run from its beginning, or from the last step that another executor stored. */
export function executeRun(resources: ExecutionResources, claimed: ClaimedRun): RunExecution {
  const { unitOfWork, notifications, runLog, leaseSeconds, readerGraceMs: graceMs } = resources;
  const { run, lease, createdAt } = claimed;
  const { runs } = unitOfWork.stores;
  const { conversationId, kind } = run;
  const logger = resources.logger.child({
    runId: run.id,
    ...(conversationId === null ? { kind } : { conversationId }),
    ...traceFields(run.id),
  });
  const [stopping, draining] = [new AbortController(), new AbortController()];
  const [silencing, aborting] = [new AbortController(), new AbortController()];
  const activity = createRunActivity();
  const keeper = keepLease({ runs, notifications, lease, leaseSeconds, onStop: () => stopping.abort() });
  const { lost } = keeper;
  const outageLimits = { ms: leaseSeconds * 1_000, signal: lost };
  const task = claimed.kind.open({
    run,
    lease,
    logger,
    activity,
    outageLimits,
    signal: AbortSignal.any([stopping.signal, aborting.signal, lost]),
    stopping: stopping.signal,
    draining: draining.signal,
    silencing: silencing.signal,
    aborting: aborting.signal,
    assertHeld: () => keeper.assertHeld(),
  } satisfies RunWork);

  let wakesInMs: number | undefined;

  async function execute(): Promise<void> {
    const startedAt = performance.now();
    const conclusion = await conclude();
    lost.throwIfAborted();
    if (typeof conclusion === 'string' || 'wakeInMs' in conclusion) {
      await retryDatabase(outageLimits, () =>
        unitOfWork.transaction((stores) => releaseRun(stores, { run, lease, release: conclusion })),
      );
      if (typeof conclusion !== 'string') wakesInMs = conclusion.wakeInMs;
      logger.info('run released', { status: typeof conclusion === 'string' ? conclusion : 'waiting' });
      return;
    }
    await retryDatabase(outageLimits, () =>
      unitOfWork.transaction((stores) => endRun(stores, { run, lease, ending: conclusion })),
    );
    const { status, stopReason } = conclusion.outcome;
    logger.info('run ended', { status, stopReason, durationMs: Math.round(performance.now() - startedAt) });
  }

  /** Fails the run on any error but the database's and those of a shutdown: once these are over, the run can be resumed. */
  async function conclude(): Promise<RunConclusion> {
    try {
      const recorder = openRecorder();
      try {
        return (
          (await task.restore(recorder)) ?? (await endEarly(run, task, recorder)) ?? (await task.execute(recorder))
        );
      } finally {
        await recorder.close();
      }
    } catch (thrown) {
      const error = toAppError(thrown);
      if (lost.aborted || error.code === 'DATABASE_ERROR') throw error;
      if (aborting.signal.aborted) return 'queued';
      logger.error('run failed', { error });
      return task.end(toFailure(error));
    }
  }

  function openRecorder(): RunRecorder {
    const position = createdAt ?? run.lastSequence;
    if (createdAt === undefined) logger.info('run taken over', { attempt: run.attempt, position });
    const recorder = createRunRecorder({
      lease,
      unitOfWork,
      position,
      outageLimits,
      countRuns: resources.countRuns,
      show: (findRows) => runLog.show(run.id, findRows),
      onStored: (events) => runLog.pass(run.id, events),
      onFailure: (error) => keeper.giveUp(error),
    });
    if (position === 0) recorder.record({ type: 'run_started', model: run.model });
    return recorder;
  }

  const stop = (): void => stopping.abort();
  const stopWatching = run.detached
    ? undefined
    : watchReaders({ runs, runId: run.id, graceMs, isNew: createdAt !== undefined, logger, onAbandoned: stop });
  const finished = execute()
    .catch((error: unknown) => reportUnfinished(logger, keeper, error))
    .finally(() => {
      keeper.close();
      stopWatching?.();
    });
  function abort(): void {
    aborting.abort(
      new AppError({ code: 'UNAVAILABLE', message: 'The process that executed the run is shutting down.' }),
    );
  }

  return {
    finished,
    get wakesInMs() {
      return wakesInMs;
    },
    stop,
    drain: () => {
      draining.abort();
      activity.onceIdle(abort);
    },
    silence: () => silencing.abort(),
    abort,
  };
}

/** The current owner continues the run; without one, any executor claims it once the lease has expired. */
function reportUnfinished(logger: Logger, { lost }: LeaseKeeper, error: unknown): void {
  if (lost.aborted) logger.warn('lease lost', { error: lost.reason });
  else logger.error('run could not be executed', { error });
}

async function endEarly(run: Run, task: RunTask, recorder: RunRecorder): Promise<RunEnding | undefined> {
  const isStopped = run.stopRequestedAt !== null && task.hasUnknownSteps !== true;
  if (isStopped) return task.end({ status: 'cancelled', stopReason: 'aborted' });
  if (run.attempt <= maxAttempts) return undefined;
  // Once, because this may be what interrupts the run.
  if (run.attempt === maxAttempts + 1) await task.settle?.(recorder);
  return task.end(toFailure(tooManyAttempts()));
}

function tooManyAttempts(): AppError {
  const message = `The run was interrupted ${maxAttempts} times in a row. Ask again, or ask for less at once.`;
  return new AppError({ code: 'INTERNAL_ERROR', message });
}

function toFailure({ code, message }: AppError): EarlyOutcome {
  return { status: 'failed', stopReason: 'aborted', error: { code, message } };
}
