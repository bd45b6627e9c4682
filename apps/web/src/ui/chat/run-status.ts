import { getToolName, isToolUIPart } from 'ai';
import type { ChatMessage } from '../api/conversation.ts';
import { summarizeToolCall } from './tool-summary.ts';

/** What the agent is doing right now, in a few words; changes with each step, not with each word. */
export function toRunStatus(message: ChatMessage | undefined): string {
  const part = message?.role === 'assistant' ? message.parts.at(-1) : undefined;
  if (part?.type === 'text') return 'Writing the answer…';
  if (part && isToolUIPart(part) && part.state.startsWith('input-')) {
    const { doing, target } = summarizeToolCall(getToolName(part), part.input);
    return `${`${doing} ${target}`.trim()}…`;
  }
  return 'Thinking…';
}
