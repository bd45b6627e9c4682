import { AppError, noUsage, type Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import {
  type ConversationRun,
  isEnded,
  requireConversationRun,
  type RunEvent,
  type RunRetry,
} from '@shipmate/domain/run';
import { beginRun } from './begin-run.ts';
import { placeRetry } from './place-retry.ts';
import { readLog } from '../log/read-log.ts';

/**
 * Stores a run that retries another run: it keeps that run's first turns with their tool results and repeats the turns
 * after them, in the same conversation or in a branch, as `placeRetry` decides. The other run is left unchanged.
 * Returns the active retry when there is one already. Call it in a transaction.
 *
 * @throws AppError `NOT_FOUND` when the run belongs to another user, `CONFLICT` while it is active or its question is
 * being answered, and when the log of its turns was deleted, `VALIDATION_ERROR` when it has no such turns with all
 * calls answered.
 */
export async function beginRetry(
  stores: Stores,
  principal: Principal,
  { kind, ...retry }: RunRetry & { readonly kind?: ConversationRun['kind'] },
): Promise<ConversationRun> {
  const { runs, conversations, workspaces } = stores;
  const earlier = requireConversationRun(await runs.get(principal, retry.runId));
  const { conversationId, workspaceId, model, origin, persona } = earlier;
  if (earlier.kind === 'repository_job' && kind !== 'repository_job') {
    throw conflict('A repository job is not retried. Undo it to a step, and continue it from there.');
  }
  if (workspaceId !== null) await workspaces.lock(principal, workspaceId);
  await conversations.lock(principal, conversationId);
  const [going] = await runs.list(principal, { status: 'active', retryOf: retry, limit: 1 });
  if (going) return requireConversationRun(going.run);
  await requireRetriable(stores, { earlier, retry });
  const { branchTitle, ...asked } = await placeRetry(stores, principal, { earlier, retry });
  const request = {
    ...asked,
    workspaceId,
    model,
    origin,
    persona,
    retryOf: retry,
    lease: undefined,
    ...(kind && { kind }),
  };
  const { conversation, run } = await beginRun(stores, principal, request);
  if (branchTitle !== undefined) await conversations.setTitle(principal, conversation.id, branchTitle);
  await runs.keepTurns(run.id, retry);
  await runs.appendEvents({ runId: run.id }, await readKeptEvents(stores, retry));
  return run;
}

async function requireRetriable(
  { runs }: Stores,
  { earlier, retry }: { readonly earlier: ConversationRun; readonly retry: RunRetry },
): Promise<void> {
  if (!isEnded(earlier.status)) throw conflict('The run is still active. Stop it first, or wait until it has ended.');
  if (retry.keptTurns === 0) return;
  const steps = await runs.listSteps(earlier.id);
  const lastKept = steps[retry.keptTurns - 1];
  if (lastKept?.messages.at(-1)?.role !== 'tool') {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message:
        'The run cannot be retried from this step: all tool calls of the step before it must have results. Choose another step.',
      details: { field: 'from_step' },
    });
  }
  const head = await runs.findLogHead(earlier.id);
  if (head?.isDeleted) throw conflict('The log of this run was deleted. Retry it from its first step.');
}

/** Reads the events of the kept turns for readers of the new run, without the earlier run's requests for approval. */
async function readKeptEvents({ runs }: Stores, { runId, keptTurns }: RunRetry): Promise<readonly RunEvent[]> {
  const kept: RunEvent[] = [];
  if (keptTurns === 0) return kept;
  for await (const { event } of readLog(runs, runId)) {
    if (!('turn' in event) || event.turn >= keptTurns) continue;
    if (event.type === 'turn_ended') kept.push({ ...event, usage: noUsage });
    else if (!isQuestion(event)) kept.push(event);
  }
  return kept;
}

function isQuestion({ type }: RunEvent): boolean {
  return type === 'approval_required' || type === 'tool_call_unknown' || type === 'tool_call_settled';
}

function conflict(message: string): AppError {
  return new AppError({ code: 'CONFLICT', message });
}
