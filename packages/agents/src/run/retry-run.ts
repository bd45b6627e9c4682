import { AppError, noUsage, type Principal } from '@shipmate/core';
import { isEnded, toExchanges, type Run, type RunEvent, type RunRetry, type Stores } from '@shipmate/domain';
import { beginRun } from './begin-run.ts';
import { readLog } from './read-log.ts';

/**
 * Stores a run that answers the question of another one again: it has that one's first turns with what their tools gave, and
 * takes the turns after them anew. The other run stays as it is. To be called in a transaction.
 *
 * @throws AppError `NOT_FOUND` when the run is another's, `CONFLICT` while it goes on, when something was asked after it, and when
 * the log of its turns was deleted, `VALIDATION_ERROR` when it has no such turns whose calls were all answered.
 */
export async function beginRetry(stores: Stores, principal: Principal, retry: RunRetry): Promise<Run> {
  const { runs, conversations, workspaces } = stores;
  const earlier = await runs.get(principal, retry.runId);
  const { conversationId, workspaceId, model, persona } = earlier;
  if (workspaceId !== null) await workspaces.lock(principal, workspaceId);
  await requireRetriable(stores, principal, { earlier, retry });
  const { contextType } = await conversations.get(principal, conversationId);
  const asked = { conversationId, workspaceId, contextType, model, persona, message: null };
  const { run } = await beginRun(stores, principal, { ...asked, retryOf: retry, lease: undefined });
  await runs.keepTurns(run.id, retry);
  await runs.appendEvents({ runId: run.id }, await readKeptEvents(stores, retry));
  return run;
}

async function requireRetriable(
  stores: Stores,
  principal: Principal,
  { earlier, retry }: { readonly earlier: Run; readonly retry: RunRetry },
): Promise<void> {
  const { runs } = stores;
  if (!isEnded(earlier.status)) throw conflict('The run goes on. Stop it first, or wait until it has ended.');
  if (!(await answersLastQuestion(stores, principal, earlier))) {
    throw conflict(
      'Something was asked after this run. Edit its question in the conversation to have it answered again.',
    );
  }
  if (retry.keptTurns === 0) return;
  const steps = await runs.listSteps(earlier.id);
  const lastKept = steps[retry.keptTurns - 1];
  if (lastKept?.messages.at(-1)?.role !== 'tool') {
    throw new AppError({
      code: 'VALIDATION_ERROR',
      message:
        'The run has no such step to go on after: what is kept ends with a step whose tool calls were all answered.',
      details: { field: 'from_step' },
    });
  }
  const head = await runs.findLogHead(earlier.id);
  if (head?.isDeleted) throw conflict('The log of this run was deleted. Try it again from its first step.');
}

async function answersLastQuestion({ runs, conversations }: Stores, principal: Principal, run: Run): Promise<boolean> {
  const ofConversation = await runs.listForConversation(principal, run.conversationId);
  const messages = await conversations.listMessages(principal, run.conversationId);
  const question = toExchanges(ofConversation, messages).at(-1)?.question;
  const first = ofConversation.findIndex(({ id }) => id === question?.runId);
  return first !== -1 && ofConversation.findIndex(({ id }) => id === run.id) >= first;
}

/** What a reader of the new run is told of the turns that it keeps; whom the earlier run asked is not told again. */
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
