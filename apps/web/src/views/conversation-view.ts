import { wantsFollowUps } from '@shipmate/agents';
import type { Page } from '@shipmate/domain';
import { type Conversation, type ConversationMatch, type Exchange, toExcerpt } from '@shipmate/domain/conversation';
import { isEnded, type ConversationRun } from '@shipmate/domain/run';
import { toUiMessages } from '@shipmate/protocol/stream';
import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { UiMessageMetadata } from '@shipmate/protocol/web/ui-message-metadata';
import type {
  AllConversationsResponse,
  ConversationDetail,
  ConversationListResponse,
  ConversationSummary,
} from '@shipmate/protocol/web/conversations';
import type { ModelCatalog } from '@shipmate/providers';
import { z } from 'zod';
import { costOfRun, toSpent } from './run-cost.ts';
import { toRetryView } from './run-view.ts';

const callFields = {
  type: z.literal('dynamic-tool'),
  toolName: z.string(),
  toolCallId: z.string(),
  input: z.unknown(),
};
const messageSchema = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  parts: z.array(
    z.union([
      z.object({ type: z.literal('text'), text: z.string(), state: z.literal('done') }),
      z.object({ type: z.literal('step-start') }),
      z.object({ ...callFields, state: z.literal('output-available'), output: z.unknown() }),
      z.object({ ...callFields, state: z.literal('output-error'), errorText: z.string() }),
    ]),
  ),
  metadata: z.exactOptional(
    z.looseObject({ model: z.string(), costUsd: z.number().nullable() }).partial() as z.ZodType<UiMessageMetadata>,
  ),
});

/** `GET /api/conversations/{id}/messages`. */
export const conversationResponseSchema: z.ZodType<ConversationResponse> = z.object({
  id: z.string(),
  title: z.string().nullable(),
  messages: z.array(messageSchema),
  activeRunId: z.string().nullable(),
  next: z.string().nullable(),
});

/** Parts of {@link toConversationResponse}. */
export interface ConversationParts {
  readonly conversation: Conversation;
  readonly runs: readonly ConversationRun[];
  readonly exchanges: readonly Exchange[];
  /** The place of the page of older messages. */
  readonly next: string | null;
}

/**
 * Returns a conversation for `useChat`: the same messages, metadata included, that the streams of its runs produced.
 */
export function toConversationResponse({
  conversation,
  runs,
  exchanges,
  next,
}: ConversationParts): ConversationResponse {
  return {
    id: conversation.id,
    title: conversation.title,
    messages: toUiMessages(exchanges, { costOf: costOfRun }),
    activeRunId: runs.findLast(({ status }) => !isEnded(status))?.id ?? null,
    next,
  };
}

/** Returns a conversation with its cost. */
export function toConversationDetail(
  { conversation, runs }: Pick<ConversationParts, 'conversation' | 'runs'>,
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
  { items, next }: Page<ConversationMatch>,
  words: readonly string[],
): ConversationListResponse {
  return {
    next,
    conversations: items.map(({ conversation, text }) => ({
      ...toConversationSummary(conversation),
      excerpt: text === null || words.length === 0 ? null : toExcerpt(text, words),
    })),
  };
}

/** Returns the results of a search over conversations of all kinds. */
export function toAllConversations(
  { items, next }: Page<ConversationMatch>,
  words: readonly string[],
): AllConversationsResponse {
  return {
    next,
    conversations: items.map(({ conversation, workspaceName, text }) => ({
      ...toConversationSummary(conversation),
      contextType: conversation.contextType,
      workspaceId: conversation.workspaceId,
      workspaceName,
      isArchived: conversation.archivedAt !== null,
      excerpt: text === null || words.length === 0 ? null : toExcerpt(text, words),
    })),
  };
}

function toConversationSummary({ id, title, createdAt, updatedAt }: Conversation): ConversationSummary {
  return { id, title, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
