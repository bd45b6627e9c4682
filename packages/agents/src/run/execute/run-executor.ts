import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Principal } from '@shipmate/core';
import { newId } from '@shipmate/domain';
import { type ClaimLimits, type LeaseRequest, type Run, type RunKindName, runKinds } from '@shipmate/domain/run';
import type { RunLog } from '../log/run-log.ts';
import { executeRun, type ClaimedRun, type ExecutionResources, type RunExecution } from './execute-run.ts';
import type { RunKind } from './run-kind.ts';

/** A run that was created together with its lease. */
export type CreatedRun = Pick<ClaimedRun, 'run' | 'kind'> & Required<Pick<ClaimedRun, 'createdAt'>>;

/** Executes runs of all kinds in the background. Readers follow a run's log. */
export interface RunExecutor {
  /** True once the executor takes no more runs. */
  readonly isClosing: boolean;
  /** Executes a run that `create` creates with the given lease. @throws AppError `UNAVAILABLE` once the executor is closing, and what `create` throws */
  start<Created extends CreatedRun>(create: (lease: LeaseRequest) => Promise<Created>): Promise<Created>;
  /** Claims and executes a run if it can be claimed: it is queued, or its lease has expired. */
  resume(runId: string): Promise<RunExecution | undefined>;
  /** Claims and executes any queued run or one whose lease has expired; `undefined` when there is none. */
  takeOver(limits?: Pick<ClaimLimits, 'perOrganization'>): Promise<RunExecution | undefined>;
  /**
   * Stops a run in whichever process executes it, keeps its progress, and resolves once its end is stored.
   *
   * @throws AppError `NOT_FOUND` when it is another user's.
   */
  stopRun(principal: Principal, runId: string): Promise<void>;
  /**
   * Takes no more runs and releases its own, each as soon as its model has answered and no tool runs that must not be
   * repeated. Resolves once nothing more is written.
   */
  close(): Promise<void>;
}

/** Options for {@link createExecutor}. */
export interface ExecutorOptions extends Omit<ExecutionResources, 'leaseSeconds' | 'readerGraceMs' | 'countRuns'> {
  /** The kinds that it can execute; it claims no run of another kind. */
  readonly kinds: Readonly<Partial<Record<RunKindName, RunKind>>>;
  readonly runLog: RunLog;
  /** How long a run keeps its owner without a heartbeat. Default 30. */
  readonly leaseSeconds?: number | undefined;
  /** How long a run that is not detached continues without a reader in any process. Default 10 000. */
  readonly readerGraceMs?: number | undefined;
  /** How long `close` waits for models that are answering. Default 3000. */
  readonly drainMs?: number | undefined;
  /** How long `close` waits after that for running tools that must not be repeated. Default 5000. */
  readonly toolDrainMs?: number | undefined;
}

/** How long a stop waits for another process to end the run. */
const remoteStopMs = 10_000;

/** Creates an executor. It owns the runs that it claims until they have ended or are released. */
export function createExecutor(options: ExecutorOptions): RunExecutor {
  const { unitOfWork, runLog, leaseSeconds = 30, readerGraceMs = 10_000 } = options;
  const { drainMs = 3_000, toolDrainMs = 5_000 } = options;
  const { runs } = unitOfWork.stores;
  const kinds = runKinds.filter((name) => options.kinds[name] !== undefined);
  const claiming = new Set<Promise<unknown>>();
  const active = new Map<string, RunExecution>();
  let isClosing = false;

  function execute(claimed: ClaimedRun): RunExecution {
    const execution = executeRun({ ...options, leaseSeconds, readerGraceMs, countRuns: () => active.size }, claimed);
    const { id } = claimed.run;
    active.set(id, execution);
    void execution.finished.then(() => active.get(id) === execution && active.delete(id));
    return execution;
  }

  /** Lets `close` wait for a claim that has begun. */
  async function withLease<Result>(claim: (lease: LeaseRequest) => Promise<Result>): Promise<Result> {
    const claimed = claim({ owner: newId(), seconds: leaseSeconds });
    claiming.add(claimed);
    return claimed.finally(() => claiming.delete(claimed));
  }

  async function claim(find: (lease: LeaseRequest) => Promise<Run | undefined>): Promise<RunExecution | undefined> {
    if (isClosing) return undefined;
    return withLease(async (lease) => {
      const run = await find(lease);
      const kind = run && options.kinds[run.kind];
      return kind && execute({ run, lease: { runId: run.id, owner: lease.owner }, kind });
    });
  }

  const resume = (runId: string): Promise<RunExecution | undefined> =>
    claim((lease) => runs.claim(runId, lease, { kinds }));

  async function waitForEnd(runId: string): Promise<void> {
    const signal = AbortSignal.timeout(remoteStopMs);
    for await (const { event } of runLog.tail(runId, { signal })) if (event.type === 'run_ended') return;
  }

  async function allFinished(): Promise<void> {
    await Promise.all([...active.values()].map(({ finished }) => finished));
  }

  async function finishedWithin(ms: number): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([allFinished(), sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined)]);
    waiting.abort();
  }

  return {
    get isClosing() {
      return isClosing;
    },

    async start(create) {
      if (isClosing) throw shuttingDown();
      return withLease(async (lease) => {
        const created = await create(lease);
        const { run, kind, createdAt } = created;
        execute({ run, kind, createdAt, lease: { runId: run.id, owner: lease.owner } });
        return created;
      });
    },

    resume,
    takeOver: (limits) => claim((lease) => runs.claimNext(lease, { ...limits, kinds })),

    async stopRun(principal, runId) {
      await runs.requestStop(principal, runId);
      active.get(runId)?.stop();
      const execution = active.get(runId) ?? (await resume(runId));
      await (execution ? execution.finished : waitForEnd(runId));
    },

    async close() {
      isClosing = true;
      await Promise.allSettled(claiming);
      for (const execution of active.values()) execution.drain();
      await finishedWithin(drainMs);
      for (const execution of active.values()) execution.silence();
      await finishedWithin(toolDrainMs);
      for (const execution of active.values()) execution.abort();
      await allFinished();
    },
  };
}

/** Creates the error for a run that is rejected because the process shuts down. */
export function shuttingDown(): AppError {
  return new AppError({ code: 'UNAVAILABLE', message: 'The server is shutting down. Try again in a moment.' });
}
