import { AppError, textOf, type Principal } from '@shipmate/core';
import { newId, type Stores } from '@shipmate/domain';
import { toExchanges, toExchangesUntil, toHistory } from '@shipmate/domain/conversation';
import type { ConversationRun, RunRetry } from '@shipmate/domain/run';
import type { RunRequest } from './begin-run.ts';
import { toBranchTitle } from './branch-title.ts';

/** The conversation in which a run is retried, and the question. */
export interface PlacedRetry
  extends Pick<RunRequest, 'conversationId' | 'contextType' | 'message' | 'earlier' | 'client'> {
  /** The title of a new conversation; without it, the first answer determines the title. */
  readonly branchTitle?: string;
}

/**
 * Finds the conversation of a retry: the run's own while its question is the last one, otherwise a new branch that
 * begins with the messages before that question. The branch also gets the client's context.
 *
 * @throws AppError `NOT_FOUND` when the question of the run was deleted.
 */
export async function placeRetry(
  stores: Stores,
  principal: Principal,
  { earlier, retry }: { readonly earlier: ConversationRun; readonly retry: RunRetry },
): Promise<PlacedRetry> {
  const { runs, conversations, clientConversations } = stores;
  const { conversationId } = earlier;
  const { contextType, title } = await conversations.get(principal, conversationId);
  const ofConversation = await runs.listForConversation(principal, conversationId);
  const messages = await conversations.listMessages(principal, conversationId);
  const exchanges = toExchangesUntil(earlier.id, ofConversation, messages);
  const own = exchanges.at(-1);
  if (!own) throw new AppError({ code: 'NOT_FOUND', message: 'The question of this run was deleted.' });
  const last = toExchanges(ofConversation, messages).at(-1);
  if (own.question.id === last?.question.id) return { conversationId, contextType, message: null };
  const context = await clientConversations.findContext(principal, conversationId);
  return {
    conversationId: newId(),
    contextType,
    message: textOf(own.question.message),
    earlier: toHistory(exchanges.slice(0, -1)),
    ...(context && { client: { clientId: null, context } }),
    ...(title !== null && { branchTitle: toBranchTitle(title, retry.keptTurns) }),
  };
}
