import type { Message, Principal } from '@shipmate/core';
import {
  autoAcceptChanges,
  endPlan,
  isEnded,
  newId,
  type Conversation,
  type Run,
  type RunEvent,
  type UnitOfWork,
} from '@shipmate/domain';
import { retryDatabase } from './retry-database.ts';
import type { RunLog } from './run-log.ts';
import { toStorable } from './to-storable.ts';

/** What a run came to. */
export type RunOutcome = Omit<Extract<RunEvent, { readonly type: 'run_ended' }>, 'type'>;

/** A run to end. */
export interface RunEnding {
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** What the run said, to be read in its conversation. */
  readonly messages: readonly Message[];
}

/** Enough to outlast the restart of a database. */
const endRetries = 10;

/**
 * Ends a run: its messages, its row, the last event, how far its plan came, the job that follows a first answer and,
 * where a workspace has changes accepted by themselves, the revision of what a completed run made are stored together or not at
 * all. A run that has ended already is left as it is.
 *
 * @throws AppError `DATABASE_ERROR` when the database fails for longer than a minute or so.
 */
export async function endRun(
  { unitOfWork, runLog }: { readonly unitOfWork: UnitOfWork; readonly runLog: RunLog },
  { run, outcome, messages }: RunEnding,
): Promise<void> {
  const principal: Principal = { userId: run.userId, organizationId: run.organizationId, via: 'job' };
  const { status, stopReason, usage, error } = outcome;
  await retryDatabase(endRetries, () =>
    unitOfWork.transaction(async (stores) => {
      const { conversations, runs, jobs } = stores;
      const { status: current } = await runs.get(principal, run.id);
      if (isEnded(current)) return;
      if (status === 'completed' && run.workspaceId !== null) {
        await autoAcceptChanges(stores, principal, { runId: run.id, workspaceId: run.workspaceId });
      }
      await endPlan(stores, principal, run.id);
      const conversation = await conversations.get(principal, run.conversationId);
      await conversations.appendMessages(
        principal,
        run.conversationId,
        messages.map((message) => ({ id: newId(), runId: run.id, message: toStorable(message) })),
      );
      await runs.end(run.id, {
        status,
        stopReason,
        usage,
        errorCode: error?.code ?? null,
        errorMessage: error?.message ?? null,
      });
      await runs.appendEvents(run.id, [toStorable<RunEvent>({ type: 'run_ended', ...outcome })]);
      if (isFirstAnswer(conversation, outcome)) {
        const { userId, organizationId, conversationId, model } = run;
        await jobs.enqueue('describe_conversation', { userId, organizationId, conversationId, model });
      }
    }),
  );
  runLog.announce(run.id);
}

/** A conversation without a title has had no answer that was worth one. */
function isFirstAnswer({ title }: Conversation, { status }: RunOutcome): boolean {
  return title === null && status === 'completed';
}
