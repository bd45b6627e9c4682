import type { Message } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import type { ConversationRun } from '@shipmate/domain/run';
import { autoAcceptChanges, endPlan } from '@shipmate/domain/use-cases';
import { toStorable } from '../../run/log/to-storable.ts';
import type { RunEnding, RunOutcome } from '../../run/settle/end-run.ts';
import { toRunPrincipal } from '../../run/settle/run-principal.ts';
import { wantsFollowUps, type SuggestingModels } from './wants-follow-ups.ts';

/** A run that answered, and the models of its installation. */
export interface AnsweredRun {
  readonly run: ConversationRun;
  readonly models: SuggestingModels;
}

/** The result of an answer. */
export interface AnswerResult {
  readonly outcome: RunOutcome;
  /** In US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** The run's messages for its conversation. */
  readonly messages: readonly Message[];
}

/**
 * Adds to the result of an answer its writes: the messages, the progress of its plan, the revision of a completed run where a
 * workspace accepts changes automatically, and the jobs that title the conversation and suggest follow-ups.
 */
export function toAnswerEnding(answered: AnsweredRun, { messages, ...ending }: AnswerResult): RunEnding {
  const { run } = answered;
  const { id: runId, workspaceId, conversationId } = run;
  const principal = toRunPrincipal(run);
  const { outcome } = ending;
  return {
    ...ending,
    async settle(stores) {
      if (workspaceId !== null) {
        if (outcome.status === 'completed') await autoAcceptChanges(stores, principal, { runId, workspaceId });
        await endPlan(stores, principal, runId);
      }
      const { title } = await stores.conversations.get(principal, conversationId);
      await stores.conversations.appendMessages(
        principal,
        conversationId,
        messages.map((message) => ({ id: newId(), runId, message: toStorable(message) })),
      );
      await enqueueFollowingJobs(stores, { ...answered, outcome, isUntitled: title === null });
    },
  };
}

async function enqueueFollowingJobs(
  { jobs }: Stores,
  { run, models, outcome, isUntitled }: AnsweredRun & { readonly outcome: RunOutcome; readonly isUntitled: boolean },
): Promise<void> {
  const { userId, organizationId, conversationId, model } = run;
  const { status, stopReason } = outcome;
  // A run that describes its failed call has answered.
  if (isUntitled && (status === 'completed' || stopReason === 'final')) {
    await jobs.enqueue('describe_conversation', { userId, organizationId, conversationId, model });
  }
  if (wantsFollowUps({ ...run, status, stopReason }, models)) {
    await jobs.enqueue('suggest_follow_ups', { userId, organizationId, conversationId, runId: run.id });
  }
}
