import { AppError, toAppError, type ChatModel, type Logger, type Principal, type ToolRegistry } from '@shipmate/core';
import type { Run, RunLease, RunNotifications, UnitOfWork } from '@shipmate/domain';
import { createApprovalGate } from '../../approval/approval-gate.ts';
import type { ApprovalSigner } from '../../approval/approval-signer.ts';
import { profileFor } from '../../profiles/profiles.ts';
import { answer } from '../../kinds/answer/answer.ts';
import { endRun, type RunEnding } from '../settle/end-run.ts';
import { keepLease, type LeaseKeeper } from './lease-keeper.ts';
import { recordLoop } from '../../kinds/answer/record-loop.ts';
import { releaseRun } from '../settle/release-run.ts';
import { restoreProgress } from '../../kinds/answer/restore-progress.ts';
import { retryDatabase } from '../log/retry-database.ts';
import { createRunActivity } from './run-activity.ts';
import { openRunBudget } from '../budget/run-budget.ts';
import type { RunLog } from '../log/run-log.ts';
import { createRunRecorder, type RunRecorder } from '../log/run-recorder.ts';
import { saidSoFar, toFirstProgress, type RunProgress } from '../../kinds/answer/run-progress.ts';
import { toRunPrincipal } from '../settle/run-principal.ts';
import { toPricedModel } from '../budget/to-priced-model.ts';
import { untilHushed } from '../../kinds/answer/until-hushed.ts';
import { watchReaders } from './watch-readers.ts';

/** What runs are executed with. */
export interface ExecutionResources {
  readonly unitOfWork: UnitOfWork;
  readonly notifications: RunNotifications;
  /** Where those read in this process who are to see what is said before it is stored. */
  readonly runLog: Pick<RunLog, 'show'>;
  readonly models: { get(id?: string): ChatModel };
  readonly tools: ToolRegistry;
  readonly approvalSigner: ApprovalSigner;
  readonly logger: Logger;
  readonly leaseSeconds: number;
  /** How long a run that is to be read goes on without a reader. */
  readonly readerGraceMs: number;
}

/** A run that was taken up. */
export interface TakenRun {
  readonly run: Run;
  /** It was given just now. */
  readonly lease: RunLease;
  /** Of a run that was just begun; without them they are read from the database. */
  readonly begun?: Begun;
}

/** For whom a run goes on, and from where. */
interface Begun {
  readonly principal: Principal;
  readonly progress: RunProgress;
}

/** A run that is being executed. */
export interface RunExecution {
  /** Resolves once the run is ended, waits or was left to others. It never rejects. */
  readonly finished: Promise<void>;
  /** Ends the run, as the person wants it. */
  stop(): void;
  /** Leaves the run to others as soon as its model has spoken and no tool is at work that must not be called again. */
  leave(): void;
  /** Lets its model speak no longer. */
  hush(): void;
  /** Leaves the run at once. Nobody knows then what the tools did that were at work. */
  cut(): void;
}

/** Times that a run is taken up in a row without getting on; it may be what kills those who execute it. */
const maxAttempts = 5;

/** What becomes of a run here: it ends, or is released with this status. */
type Conclusion = RunEnding | 'queued' | 'waiting';

/** Executes a run, from its beginning or from where another executor left it. */
export function executeRun(resources: ExecutionResources, taken: TakenRun): RunExecution {
  const { unitOfWork, notifications, runLog, leaseSeconds, readerGraceMs: graceMs } = resources;
  const { run, lease } = taken;
  const { runs } = unitOfWork.stores;
  const logger = resources.logger.child({ runId: run.id, conversationId: run.conversationId });
  const [stopping, leaving] = [new AbortController(), new AbortController()];
  const [hushing, cutting] = [new AbortController(), new AbortController()];
  const activity = createRunActivity();
  const keeper = keepLease({ runs, notifications, lease, leaseSeconds, onStop: () => stopping.abort() });
  const { lost } = keeper;
  const patience = { ms: leaseSeconds * 1_000, signal: lost };

  async function execute(): Promise<void> {
    const startedAt = performance.now();
    const conclusion = await conclude();
    lost.throwIfAborted();
    if (typeof conclusion === 'string') {
      await retryDatabase(patience, () =>
        unitOfWork.transaction((stores) => releaseRun(stores, { run, lease, status: conclusion })),
      );
      logger.info('run released', { status: conclusion });
      return;
    }
    await retryDatabase(patience, () =>
      unitOfWork.transaction((stores) => endRun(stores, { run, lease, ending: conclusion })),
    );
    const { status, stopReason } = conclusion.outcome;
    logger.info('run ended', { status, stopReason, durationMs: Math.round(performance.now() - startedAt) });
  }

  /** What fails ends the run, but for the database: once it is back, the run can go on. */
  async function conclude(): Promise<Conclusion> {
    let progress = taken.begun?.progress ?? toFirstProgress({ history: [], position: 0 });
    try {
      const begun = await begin();
      ({ progress } = begun);
      const recorder = createRunRecorder({
        lease,
        unitOfWork,
        position: progress.position,
        patience,
        show: (findRow) => runLog.show(run.id, findRow),
        onFailure: (error) => keeper.giveUp(error),
      });
      if (progress.position === 0) recorder.record({ type: 'run_started', model: run.model });
      // Readers may have been shown words that were to be stored here.
      if (progress.interrupted) recorder.record({ type: 'content', turn: progress.interrupted.turn, deltas: [] });
      try {
        return endedAlready(run, progress) ?? (await goOn(begun, recorder));
      } finally {
        await recorder.close();
      }
    } catch (thrown) {
      const error = toAppError(thrown);
      if (lost.aborted || error.code === 'DATABASE_ERROR') throw error;
      logger.error('run failed', { error });
      return toFailure(progress, error);
    }
  }

  async function begin(): Promise<Begun> {
    if (taken.begun) return taken.begun;
    const principal = toRunPrincipal(run);
    const { stores } = unitOfWork;
    const { contextType } = await retryDatabase(patience, () =>
      stores.conversations.get(principal, run.conversationId),
    );
    const { maxIterations = Infinity } = profileFor(contextType).limits;
    const progress = await retryDatabase(patience, () => restoreProgress(stores, principal, { run, maxIterations }));
    logger.info('run taken over', { attempt: run.attempt, turn: progress.turnsTaken });
    return { principal, progress };
  }

  async function goOn({ principal, progress }: Begun, recorder: RunRecorder): Promise<Conclusion> {
    if (progress.inDoubt.length > 0) {
      await putBefore(progress, recorder);
      return 'waiting';
    }
    const { contextType } = await unitOfWork.stores.conversations.get(principal, run.conversationId);
    const profile = profileFor(contextType);
    const { approvalSigner: signer } = resources;
    const spending = await openRunBudget({
      read: () => retryDatabase(patience, () => unitOfWork.stores.spend.listWindows(principal)),
      model: toPricedModel(run.model),
    });
    const { ending, isWaiting } = await answer({
      run,
      principal,
      progress,
      profile,
      approve: createApprovalGate({ unitOfWork, signer, recorder, run, principal, policy: profile.approval }),
      model: untilHushed(resources.models.get(run.model), hushing.signal),
      tools: resources.tools,
      unitOfWork,
      logger,
      signal: AbortSignal.any([stopping.signal, cutting.signal, lost]),
      spending,
      recording: recordLoop({ recorder, keeper, activity, lease, progress, cut: cutting.signal }),
    });
    if (isWaiting) return 'waiting';
    const isLeft = leaving.signal.aborted && !stopping.signal.aborted && ending.outcome.status !== 'completed';
    return isLeft ? 'queued' : ending;
  }

  /** Asks the person about the calls in doubt; those of which it was asked already are not told again. */
  async function putBefore({ inDoubt }: RunProgress, recorder: RunRecorder): Promise<void> {
    for (const { toolCallId, turn, name, status } of inDoubt) {
      if (status === 'unknown') continue;
      const event = { type: 'tool_call_unknown', turn, toolCallId, name } as const;
      await recorder.store(({ runs: stored }) => stored.doubtToolCall(lease, toolCallId), event);
    }
  }

  const stop = (): void => stopping.abort();
  const stopWatching = run.detached
    ? undefined
    : watchReaders({ runs, runId: run.id, graceMs, isNew: taken.begun !== undefined, logger, onAbandoned: stop });
  const finished = execute()
    .catch((error: unknown) => reportEnd(logger, keeper, error))
    .finally(() => {
      keeper.close();
      stopWatching?.();
    });
  function cut(): void {
    cutting.abort(new AppError({ code: 'UNAVAILABLE', message: 'The process that was answering is shutting down.' }));
  }

  return {
    finished,
    stop,
    leave: () => {
      leaving.abort();
      activity.onceIdle(cut);
    },
    hush: () => hushing.abort(),
    cut,
  };
}

/** Whoever has the run now goes on with it; when nobody has, somebody will once the lease has expired. */
function reportEnd(logger: Logger, { lost }: LeaseKeeper, error: unknown): void {
  if (lost.aborted) logger.warn('run given up', { error: lost.reason });
  else logger.error('run could not be executed', { error });
}

/** How a run ends about which there is nothing left to do. */
function endedAlready(run: Run, progress: RunProgress): RunEnding | undefined {
  const { usage, stopReason, costUsd } = progress;
  const rest = { messages: saidSoFar(progress), ...(costUsd !== undefined && { costUsd }) };
  if (stopReason) return { ...rest, outcome: { status: 'completed', stopReason, usage } };
  if (run.stopRequestedAt) return { ...rest, outcome: { status: 'cancelled', stopReason: 'aborted', usage } };
  if (run.attempt <= maxAttempts) return undefined;
  const message = `The answer broke off ${maxAttempts} times in a row. Ask again, or ask for less at once.`;
  return toFailure(progress, new AppError({ code: 'INTERNAL_ERROR', message }));
}

function toFailure(progress: RunProgress, { code, message }: AppError): RunEnding {
  const { usage, costUsd } = progress;
  return {
    messages: saidSoFar(progress),
    ...(costUsd !== undefined && { costUsd }),
    outcome: { status: 'failed', stopReason: 'aborted', usage, error: { code, message } },
  };
}
