import { toolCallsOf, type Message, type ToolCallPart, type ToolResultPart } from '../message/message.ts';
import { failedOutcome } from '../call/tool-call-outcome.ts';

/**
 * A history in which every tool call is answered, in the order of the calls, by the message after it. A call whose answer is
 * missing, as after a crash, is answered as interrupted; an answer without its call is dropped.
 */
export function toValidHistory(messages: readonly Message[]): Message[] {
  return messages.flatMap((message, index): Message[] => {
    if (message.role === 'tool') return [];
    const calls = message.role === 'assistant' ? toolCallsOf(message) : [];
    if (calls.length === 0) return [message];
    const next = messages[index + 1];
    const answers = next?.role === 'tool' ? next.content : [];
    const note = next?.role === 'tool' && next.note !== undefined ? { note: next.note } : {};
    const content = calls.map((call) => answers.find(({ id }) => id === call.id) ?? interrupted(call));
    return [message, { role: 'tool', content, ...note }];
  });
}

function interrupted({ id, name }: ToolCallPart): ToolResultPart {
  const { text } = failedOutcome({ code: 'ABORTED', message: 'Interrupted; it may have taken effect.' });
  return { type: 'tool_result', id, name, output: text, isError: true };
}
