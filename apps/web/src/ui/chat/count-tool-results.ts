import { isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';

/** How many tool calls of a message have their result. */
export function countToolResults(message: ChatMessage | undefined): number {
  const parts = message?.parts ?? [];
  return parts.filter((part) => isToolUIPart(part) && part.state.startsWith('output-')).length;
}
