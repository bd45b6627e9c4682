import { isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';

/** Returns the number of tool calls of a message that have a result. */
export function countToolResults(message: ChatMessage | undefined): number {
  const parts = message?.parts ?? [];
  return parts.filter((part) => isToolUIPart(part) && part.state.startsWith('output-')).length;
}
