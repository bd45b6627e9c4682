import { type Conversation, isEnded, type Run, type StoredMessage, toExchanges } from '@shipmate/domain';
import { type ConversationResponse, toUiMessages } from '@shipmate/protocol';

/** What {@link toConversationResponse} is made of. */
export interface ConversationParts {
  readonly conversation: Conversation;
  readonly runs: readonly Run[];
  readonly messages: readonly StoredMessage[];
}

/** A conversation as `useChat` takes it up: the same messages, metadata included, that the streams of its runs made. */
export function toConversationResponse({ conversation, runs, messages }: ConversationParts): ConversationResponse {
  return {
    id: conversation.id,
    title: conversation.title,
    messages: toUiMessages(toExchanges(runs, messages)),
    activeRunId: runs.findLast(({ status }) => !isEnded(status))?.id ?? null,
  };
}
