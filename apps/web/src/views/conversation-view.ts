import { type Conversation, isEnded, type Run, type StoredMessage } from '@shipmate/domain';
import { type ConversationResponse, toUiMessages, type UiMessage } from '@shipmate/protocol';

/** What {@link toConversationResponse} is made of. */
export interface ConversationParts {
  readonly conversation: Conversation;
  readonly runs: readonly Run[];
  readonly messages: readonly StoredMessage[];
}

/** A conversation as `useChat` takes it up: the same messages, metadata included, that the streams of its runs made. */
export function toConversationResponse({ conversation, runs, messages }: ConversationParts): ConversationResponse {
  const runById = new Map(runs.map((run) => [run.id, run]));
  return {
    id: conversation.id,
    title: conversation.title,
    messages: toUiMessages(messages).map((message) => withMetadata(message, runById.get(message.id))),
    activeRunId: runs.findLast(({ status }) => !isEnded(status))?.id ?? null,
  };
}

/** An answer has the id of its run. */
function withMetadata(message: UiMessage, run: Run | undefined): UiMessage {
  if (!run) return message;
  const { inputTokens, outputTokens } = run.usage;
  return { ...message, metadata: { model: run.model, inputTokens, outputTokens } };
}
