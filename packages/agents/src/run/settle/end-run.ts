import type { Message } from '@shipmate/core';
import {
  autoAcceptChanges,
  endPlan,
  isEnded,
  newId,
  type Conversation,
  type Run,
  type RunEvent,
  type RunLease,
  type Stores,
} from '@shipmate/domain';
import { toRunPrincipal } from './run-principal.ts';
import { toStorable } from '../log/to-storable.ts';
import { wantsFollowUps } from './wants-follow-ups.ts';

/** What a run came to. */
export type RunOutcome = Omit<Extract<RunEvent, { readonly type: 'run_ended' }>, 'type'>;

/** A run to end. */
export interface RunEnding {
  readonly outcome: RunOutcome;
  /** In US dollars; absent when it is not known. */
  readonly costUsd?: number;
  /** What the run said, to be read in its conversation. */
  readonly messages: readonly Message[];
}

/**
 * Ends a run within a transaction: its messages, the last event, its row, how far its plan came, the jobs that follow an answer
 * and, where a workspace has changes accepted by themselves, the revision of what a completed run made. A run that has
 * ended already is left as it is.
 *
 * @throws AppError, see `isLeaseLost`.
 */
export async function endRun(
  stores: Stores,
  { run, lease, ending }: { readonly run: Run; readonly lease: RunLease; readonly ending: RunEnding },
): Promise<void> {
  const { conversations, runs, jobs } = stores;
  const { outcome, costUsd = null, messages } = ending;
  const { status, stopReason, usage, error } = outcome;
  const principal = toRunPrincipal(run);
  const { status: current } = await runs.get(principal, run.id);
  if (isEnded(current)) return;
  if (status === 'completed' && run.workspaceId !== null) {
    await autoAcceptChanges(stores, principal, { runId: run.id, workspaceId: run.workspaceId });
  }
  await endPlan(stores, principal, run.id);
  await stores.approvals.cancelForRun(run.id);
  const conversation = await conversations.get(principal, run.conversationId);
  await conversations.appendMessages(
    principal,
    run.conversationId,
    messages.map((message) => ({ id: newId(), runId: run.id, message: toStorable(message) })),
  );
  await runs.appendEvents(lease, [toStorable<RunEvent>({ type: 'run_ended', ...outcome })]);
  await runs.end(lease, {
    status,
    stopReason,
    usage,
    costUsd,
    errorCode: error?.code ?? null,
    errorMessage: error?.message ?? null,
  });
  const { userId, organizationId, conversationId, model } = run;
  if (isFirstAnswer(conversation, outcome)) {
    await jobs.enqueue('describe_conversation', { userId, organizationId, conversationId, model });
  }
  if (wantsFollowUps({ ...run, status, stopReason })) {
    await jobs.enqueue('suggest_follow_ups', { userId, organizationId, conversationId, runId: run.id });
  }
}

/** A conversation without a title has had no answer that was worth one. */
function isFirstAnswer({ title }: Conversation, { status }: RunOutcome): boolean {
  return title === null && status === 'completed';
}
