import { wantsFollowUps } from '@shipmate/agents';
import {
  type Conversation,
  type ConversationMatch,
  type StoredMessage,
  toExcerpt,
  toExchanges,
} from '@shipmate/domain/conversation';
import { isEnded, type ConversationRun } from '@shipmate/domain/run';
import { toUiMessages } from '@shipmate/protocol/stream';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type {
  ConversationDetail,
  ConversationListResponse,
  ConversationSummary,
} from '@shipmate/protocol/web/conversations';
import type { ModelCatalog } from '@shipmate/providers';
import { costOfRun, toSpent } from './run-cost.ts';
import { toRetryView } from './run-view.ts';

/** Parts of {@link toConversationResponse}. */
export interface ConversationParts {
  readonly conversation: Conversation;
  readonly runs: readonly ConversationRun[];
  readonly messages: readonly StoredMessage[];
}

/**
 * Returns a conversation for `useChat`: the same messages, metadata included, that the streams of its runs produced.
 */
export function toConversationResponse({ conversation, runs, messages }: ConversationParts): ConversationResponse {
  return {
    id: conversation.id,
    title: conversation.title,
    messages: toUiMessages(toExchanges(runs, messages), { costOf: costOfRun }),
    activeRunId: runs.findLast(({ status }) => !isEnded(status))?.id ?? null,
  };
}

/** Returns a conversation with its cost. */
export function toConversationDetail(
  { conversation, runs }: Omit<ConversationParts, 'messages'>,
  models: Pick<ModelCatalog, 'get'>,
): ConversationDetail {
  const [first, last] = [runs[0], runs.at(-1)];
  return {
    ...toConversationSummary(conversation),
    spent: toSpent(runs),
    branchOf: first?.retryOf ? toRetryView(first.retryOf) : null,
    followUps: last ? { runId: last.id, questions: toFollowUps(last, models) } : null,
  };
}

/** Time limit for follow-ups; slower suggestions are not worth the wait. */
const followUpsMs = 60_000;

function toFollowUps(run: ConversationRun, models: Pick<ModelCatalog, 'get'>): string[] | null {
  if (run.followUps) return [...run.followUps];
  const isThinking =
    wantsFollowUps(run, models) && run.endedAt !== null && Date.now() - run.endedAt.getTime() < followUpsMs;
  return isThinking ? null : [];
}

/** Returns the results of a conversation search; without search words there are no excerpts. */
export function toConversationList(
  matches: readonly ConversationMatch[],
  words: readonly string[],
): ConversationListResponse {
  return {
    conversations: matches.map(({ conversation, text }) => ({
      ...toConversationSummary(conversation),
      excerpt: text === null || words.length === 0 ? null : toExcerpt(text, words),
    })),
  };
}

function toConversationSummary({ id, title, createdAt, updatedAt }: Conversation): ConversationSummary {
  return { id, title, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
