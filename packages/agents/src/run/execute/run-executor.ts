import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type Principal } from '@shipmate/core';
import {
  decideApproval,
  newId,
  settleUnknownCall,
  type Approval,
  type ApprovalVerdict,
  type ClaimLimits,
  type Conversation,
  type Run,
  type RunRetry,
  type StoredRunEvent,
  type UnknownCallChoice,
} from '@shipmate/domain';
import { createApprovalSigner } from '../../approval/approval-signer.ts';
import { profileFor } from '../../profiles/profiles.ts';
import { beginRun, type BegunRun, type RunRequest } from '../begin/begin-run.ts';
import { executeRun, type ExecutionResources, type RunExecution, type TakenRun } from './execute-run.ts';
import { beginRetry } from '../begin/retry-run.ts';
import type { RunLog } from '../log/run-log.ts';
import { toFirstProgress } from '../../kinds/answer/run-progress.ts';

/** What a person says of a call of which nobody knows whether it took effect. */
export interface UnknownCallDecision {
  readonly toolCallId: string;
  readonly choice: UnknownCallChoice;
}

/** Answers questions in the background. Whoever wants to see an answer reads its run's log. */
export interface RunExecutor {
  /**
   * Stores the question and begins to answer it.
   *
   * @throws AppError `NOT_FOUND` when the workspace or the conversation is another's, `CONFLICT` while the conversation is being
   * answered, `VALIDATION_ERROR` when there is no such model or agent, `UNAVAILABLE` once it is closing.
   */
  start(principal: Principal, request: RunRequest): Promise<{ readonly conversation: Conversation; readonly run: Run }>;
  /** Stores the question for any worker to answer. @throws AppError as {@link start} does */
  enqueue(
    principal: Principal,
    request: RunRequest,
  ): Promise<{ readonly conversation: Conversation; readonly run: Run }>;
  /**
   * Answers the question of a run that has ended again, from one of its turns on; in a new conversation when something was asked
   * after it.
   *
   * @throws AppError as `beginRetry` does, `VALIDATION_ERROR` when its model is there no more, `UNAVAILABLE` once it is closing.
   */
  retry(principal: Principal, retry: RunRetry): Promise<Run>;
  /** Goes on with any run that is queued or that nobody executes any more; `undefined` when there is none. */
  takeOver(limits?: ClaimLimits): Promise<RunExecution | undefined>;
  /**
   * Stops the answer to a conversation, wherever it is being made, keeps what was said, and resolves once that is stored; false
   * when there is none.
   *
   * @throws AppError `NOT_FOUND` when the conversation is another's.
   */
  stop(principal: Principal, conversationId: string): Promise<boolean>;
  /**
   * Decides about a tool call that is in doubt, and goes on with its run once none is.
   *
   * @throws AppError `NOT_FOUND` when there is no such call or it is another's, `CONFLICT` when it is not in doubt.
   */
  decide(principal: Principal, conversationId: string, decision: UnknownCallDecision): Promise<void>;
  /**
   * Decides about a tool call that waits for it, and goes on with its run once none does.
   *
   * @throws AppError as `decideApproval` of the domain does.
   */
  decideApproval(
    principal: Principal,
    decision: { readonly approvalId: string; readonly verdict: ApprovalVerdict },
  ): Promise<Approval>;
  /**
   * The events of the answer that is being made, from its beginning; `undefined` when there is none.
   *
   * @throws AppError `NOT_FOUND` when the conversation is another's.
   */
  openStream(
    principal: Principal,
    conversationId: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<StoredRunEvent> | undefined>;
  /**
   * Takes no more runs and leaves those that it has to others, each as soon as its model has spoken and no tool is at work that
   * must not be called again. It resolves when nothing is written any more.
   */
  close(): Promise<void>;
}

/** What {@link createRunExecutor} needs. */
export interface RunExecutorOptions
  extends Omit<ExecutionResources, 'leaseSeconds' | 'readerGraceMs' | 'approvalSigner'> {
  /** Signs approvals. The executors of a database share it, and it lasts. */
  readonly approvalSecret: string;
  readonly runLog: RunLog;
  /** How long a run stays with an executor that is not heard of any more. Default 30. */
  readonly leaseSeconds?: number;
  /** How long a run that was not to be detached goes on without a reader, in any process. Default 10 000. */
  readonly readerGraceMs?: number;
  /** How long `close` lets models speak that do. Default 3000. */
  readonly drainMs?: number;
  /** How long `close` waits after that for tools at work that must not be called again. Default 5000. */
  readonly toolDrainMs?: number;
}

/** How long `stop` waits for another process to end a run. */
const remoteStopMs = 10_000;

/** Makes an executor; it owns the runs that it takes until they have ended or it has left them to others. */
export function createRunExecutor(options: RunExecutorOptions): RunExecutor {
  const { unitOfWork, runLog, models, leaseSeconds = 30, readerGraceMs = 10_000 } = options;
  const { drainMs = 3_000, toolDrainMs = 5_000 } = options;
  const { runs } = unitOfWork.stores;
  const approvalSigner = createApprovalSigner(options.approvalSecret);
  const taking = new Set<Promise<unknown>>();
  const active = new Map<string, RunExecution>();
  let isClosing = false;

  function execute(taken: TakenRun): RunExecution {
    const execution = executeRun({ ...options, leaseSeconds, readerGraceMs, approvalSigner }, taken);
    active.set(taken.run.id, execution);
    const forget = (): unknown => active.get(taken.run.id) === execution && active.delete(taken.run.id);
    void execution.finished.then(forget);
    return execution;
  }

  /** Lets `close` wait for what is being taken. */
  async function take<Result>(work: (owner: string) => Promise<Result>): Promise<Result> {
    const work_ = work(newId());
    taking.add(work_);
    return work_.finally(() => taking.delete(work_));
  }

  async function begin(principal: Principal, request: RunRequest, owner?: string): Promise<BegunRun> {
    if (isClosing) throw unavailable();
    profileFor(request.contextType);
    const { id: model } = models.get(request.model);
    const lease = owner === undefined ? undefined : { owner, seconds: leaseSeconds };
    return unitOfWork.transaction((stores) => beginRun(stores, principal, { ...request, model, lease }));
  }

  /** Claims a run that nobody executes. */
  async function claim(find: (lease: { owner: string; seconds: number }) => Promise<Run | undefined>) {
    if (isClosing) return undefined;
    return take(async (owner) => {
      const run = await find({ owner, seconds: leaseSeconds });
      return run && execute({ run, lease: { runId: run.id, owner } });
    });
  }

  const resume = (runId: string) => claim((lease) => runs.claim(runId, lease));

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
    start: (principal, request) =>
      take(async (owner) => {
        const { conversation, run, history, position } = await begin(principal, request, owner);
        const progress = toFirstProgress({ history, position });
        execute({ run, lease: { runId: run.id, owner }, begun: { principal, progress } });
        return { conversation, run };
      }),

    enqueue: async (principal, request) => {
      const { conversation, run } = await begin(principal, request);
      return { conversation, run };
    },

    async retry(principal, retry) {
      if (isClosing) throw unavailable();
      models.get((await runs.get(principal, retry.runId)).model);
      const run = await unitOfWork.transaction((stores) => beginRetry(stores, principal, retry));
      await resume(run.id);
      return run;
    },

    takeOver: (limits) => claim((lease) => runs.claimNext(lease, limits)),

    async stop(principal, conversationId) {
      const run = await runs.findActive(principal, conversationId);
      if (!run) return false;
      await runs.requestStop(principal, run.id);
      active.get(run.id)?.stop();
      const here = active.get(run.id) ?? (await resume(run.id));
      await (here ? here.finished : waitForEnd(run.id));
      return true;
    },

    async decide(principal, conversationId, decision) {
      const run = await runs.findActive(principal, conversationId);
      if (!run) throw new AppError({ code: 'NOT_FOUND', message: 'Nothing waits for a decision here.' });
      await unitOfWork.transaction(async (stores) => {
        await settleUnknownCall(stores, { run, ...decision });
        const { id: subjectId, workspaceId } = run;
        await stores.audit.append(principal, {
          kind: 'tool_call_settled',
          subjectId,
          workspaceId,
          details: { ...decision },
        });
      });
      await resume(run.id);
    },

    async decideApproval(principal, decision) {
      const approval = await unitOfWork.transaction((stores) => decideApproval(stores, principal, decision));
      await resume(approval.runId);
      return approval;
    },

    async openStream(principal, conversationId, signal) {
      const run = await runs.findActive(principal, conversationId);
      return run && runLog.tail(run.id, { signal });
    },

    async close() {
      isClosing = true;
      await Promise.allSettled(taking);
      for (const execution of active.values()) execution.leave();
      await finishedWithin(drainMs);
      for (const execution of active.values()) execution.hush();
      await finishedWithin(toolDrainMs);
      for (const execution of active.values()) execution.cut();
      await allFinished();
    },
  };
}

function unavailable(): AppError {
  return new AppError({ code: 'UNAVAILABLE', message: 'The server is shutting down. Try again in a moment.' });
}
