import type { ConversationResponse } from '@shipmate/protocol/web/chat';
import type { Spent } from '@shipmate/protocol/web/conversations';
import { type ConversationParts, toConversationResponse } from './conversation-view.ts';
import { toSpent } from './run-cost.ts';

/** An exported conversation: its messages, and its total cost. */
export interface ConversationExport extends Pick<ConversationResponse, 'id' | 'title' | 'messages'> {
  readonly createdAt: string;
  readonly spent: Spent;
}

/** Converts a conversation to its export; replaced and regenerated messages are omitted. */
export function toConversationExport(parts: ConversationParts): ConversationExport {
  const { id, title, messages } = toConversationResponse(parts);
  const createdAt = parts.conversation.createdAt.toISOString();
  return { id, title, createdAt, spent: toSpent(parts.runs), messages };
}

/** Returns the file name without its extension. */
export function toExportName({ title, createdAt }: ConversationExport): string {
  const plain = (title ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['conversation'];
  return `${words.join('-').slice(0, 60)}-${createdAt.slice(0, 10)}`;
}
