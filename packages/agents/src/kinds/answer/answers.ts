import { AppError, type Principal } from '@shipmate/core';
import type { Approval } from '@shipmate/domain/approval';
import type { Conversation } from '@shipmate/domain/conversation';
import {
  requireConversationRun,
  type ConversationRun,
  type LeaseRequest,
  type RunRetry,
  type NumberedRunEvent,
  type UnknownCallChoice,
} from '@shipmate/domain/run';
import { decideApproval, settleUnknownCall, type ApprovalVerdict } from '@shipmate/domain/use-cases';
import { profileFor } from '../../profiles/profiles.ts';
import { beginRun, type BegunRun, type RunRequest } from '../../run/begin/begin-run.ts';
import { beginRetry } from '../../run/begin/retry-run.ts';
import { shuttingDown, type RunExecutor } from '../../run/execute/run-executor.ts';
import type { RunLog } from '../../run/log/run-log.ts';
import type { AnswerResources, createAnswerKind } from './answer-kind.ts';
import { toFirstProgress } from './run-progress.ts';

/** A person's decision about a call of unknown outcome. */
export interface UnknownCallDecision {
  readonly toolCallId: string;
  readonly choice: UnknownCallChoice;
}

/** Questions and their answers in conversations. */
export interface Answers {
  /**
   * Stores the question and begins to answer it in this process.
   *
   * @throws AppError `NOT_FOUND` when the workspace or the conversation is another tenant's, `CONFLICT` while the conversation has a
   * running answer, `VALIDATION_ERROR` for an unknown model or agent, `UNAVAILABLE` once the executor is closing.
   */
  start(
    principal: Principal,
    request: RunRequest,
  ): Promise<{ readonly conversation: Conversation; readonly run: ConversationRun }>;
  /** Stores the question for any worker to answer. @throws AppError as {@link start} does */
  enqueue(
    principal: Principal,
    request: RunRequest,
  ): Promise<{ readonly conversation: Conversation; readonly run: ConversationRun }>;
  /**
   * Retries an ended run from one of its turns; in a new conversation when later questions follow it.
   *
   * @throws AppError as `beginRetry` does, `VALIDATION_ERROR` when its model is not available, `UNAVAILABLE` once the executor is closing.
   */
  retry(principal: Principal, retry: RunRetry): Promise<ConversationRun>;
  /**
   * Stops the running answer of a conversation in whichever process, keeps its content, and resolves once that is stored; false
   * when none is running.
   *
   * @throws AppError `NOT_FOUND` when the conversation is another user's.
   */
  stop(principal: Principal, conversationId: string): Promise<boolean>;
  /**
   * Decides about a call of unknown outcome, and resumes its run once none is left.
   *
   * @throws AppError `NOT_FOUND` when there is no such call or it is another user's, `CONFLICT` when its outcome is known.
   */
  decide(principal: Principal, conversationId: string, decision: UnknownCallDecision): Promise<void>;
  /**
   * Decides about a call that waits for approval, and resumes its run once none does.
   *
   * @throws AppError as `decideApproval` of the domain does.
   */
  decideApproval(
    principal: Principal,
    decision: { readonly approvalId: string; readonly verdict: ApprovalVerdict },
  ): Promise<Approval>;
  /**
   * The events of the running answer from its beginning; `undefined` when none is running.
   *
   * @throws AppError `NOT_FOUND` when the conversation is another user's.
   */
  openStream(
    principal: Principal,
    conversationId: string,
    signal: AbortSignal,
  ): Promise<AsyncIterable<NumberedRunEvent> | undefined>;
}

/** Options for {@link createAnswers}. */
export interface AnswersOptions extends Pick<AnswerResources, 'unitOfWork' | 'models'> {
  readonly executor: RunExecutor;
  readonly runLog: RunLog;
  readonly kind: ReturnType<typeof createAnswerKind>;
}

/** Creates the answers that an executor executes. */
export function createAnswers({ unitOfWork, models, executor, runLog, kind }: AnswersOptions): Answers {
  const { runs } = unitOfWork.stores;

  async function begin(principal: Principal, request: RunRequest, lease?: LeaseRequest): Promise<BegunRun> {
    if (executor.isClosing) throw shuttingDown();
    profileFor(request.contextType);
    const { id: model } = models.get(request.model);
    return unitOfWork.transaction((stores) => beginRun(stores, principal, { ...request, model, lease }));
  }

  return {
    async start(principal, request) {
      const { conversation, run } = await executor.start(async (lease) => {
        const { history, position: createdAt, ...begun } = await begin(principal, request, lease);
        const progress = toFirstProgress({ history });
        return { ...begun, createdAt, kind: kind.asked({ principal, progress }) };
      });
      return { conversation, run };
    },

    async enqueue(principal, request) {
      const { conversation, run } = await begin(principal, request);
      return { conversation, run };
    },

    async retry(principal, retry) {
      if (executor.isClosing) throw shuttingDown();
      models.get(requireConversationRun(await runs.get(principal, retry.runId)).model);
      const run = await unitOfWork.transaction((stores) => beginRetry(stores, principal, retry));
      await executor.resume(run.id);
      return run;
    },

    async stop(principal, conversationId) {
      const run = await runs.findActive(principal, conversationId);
      if (run) await executor.stopRun(principal, run.id);
      return run !== undefined;
    },

    async decide(principal, conversationId, decision) {
      const run = await runs.findActive(principal, conversationId);
      if (!run)
        throw new AppError({ code: 'NOT_FOUND', message: 'No call in this conversation is waiting for a decision.' });
      await unitOfWork.transaction(async (stores) => {
        await settleUnknownCall(stores, { run, ...decision });
        const { id: subjectId, workspaceId } = run;
        const details = { ...decision };
        await stores.audit.append(principal, { kind: 'tool_call_settled', subjectId, workspaceId, details });
      });
      await executor.resume(run.id);
    },

    async decideApproval(principal, decision) {
      const approval = await unitOfWork.transaction((stores) => decideApproval(stores, principal, decision));
      await executor.resume(approval.runId);
      return approval;
    },

    async openStream(principal, conversationId, signal) {
      const run = await runs.findActive(principal, conversationId);
      return run && runLog.tail(run.id, { signal });
    },
  };
}
