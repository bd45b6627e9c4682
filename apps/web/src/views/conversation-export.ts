import type { ConversationResponse, Spent } from '@shipmate/protocol';
import { type ConversationParts, toConversationResponse } from './conversation-view.ts';
import { toSpent } from './run-cost.ts';

/** A conversation as it leaves the product: what stands in it, and what all of it has cost. */
export interface ConversationExport extends Pick<ConversationResponse, 'id' | 'title' | 'messages'> {
  readonly createdAt: string;
  readonly spent: Spent;
}

/** Reads the export of a conversation; what was replaced or answered anew is not part of it. */
export function toConversationExport(parts: ConversationParts): ConversationExport {
  const { id, title, messages } = toConversationResponse(parts);
  const createdAt = parts.conversation.createdAt.toISOString();
  return { id, title, createdAt, spent: toSpent(parts.runs), messages };
}

/** The name of the file, without its ending. */
export function toExportName({ title, createdAt }: ConversationExport): string {
  const plain = (title ?? '').normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['conversation'];
  return `${words.join('-').slice(0, 60)}-${createdAt.slice(0, 10)}`;
}
