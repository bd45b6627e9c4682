import type { AssistantMessage, ToolResultPart } from '@shipmate/core';
import type { StoredMessage } from '@shipmate/domain';
import type { UiMessage, UiMessagePart } from '../web/chat.ts';
import { unansweredToolCall } from './unanswered-tool-call.ts';

/**
 * Shows stored messages as `useChat` does once it has read the run's stream: what one run said, over all its turns, is one
 * message with the run's id.
 */
export function toUiMessages(storedMessages: readonly StoredMessage[]): readonly UiMessage[] {
  const results = collectResults(storedMessages);
  const messages: UiMessage[] = [];
  let answer: { readonly runId: string | null; readonly parts: UiMessagePart[] } | undefined;
  for (const { id, runId, message } of storedMessages) {
    switch (message.role) {
      case 'user':
        answer = undefined;
        messages.push({ id, role: 'user', parts: message.content.map(({ text }) => toTextPart(text)) });
        break;
      case 'assistant':
        if (!answer || answer.runId !== runId) {
          answer = { runId, parts: [] };
          messages.push({ id: runId ?? id, role: 'assistant', parts: answer.parts });
        }
        answer.parts.push({ type: 'step-start' }, ...toParts(message, results));
        break;
      case 'tool':
        break;
    }
  }
  return messages;
}

function collectResults(storedMessages: readonly StoredMessage[]): ReadonlyMap<string, ToolResultPart> {
  const results = new Map<string, ToolResultPart>();
  for (const { message } of storedMessages) {
    if (message.role === 'tool') for (const result of message.content) results.set(result.id, result);
  }
  return results;
}

function toParts(message: AssistantMessage, results: ReadonlyMap<string, ToolResultPart>): UiMessagePart[] {
  return message.content.flatMap((part): UiMessagePart[] => {
    switch (part.type) {
      case 'reasoning':
        return [];
      case 'text':
        return part.text === '' ? [] : [toTextPart(part.text)];
      case 'tool_call': {
        const call = { type: 'dynamic-tool', toolName: part.name, toolCallId: part.id, input: part.input } as const;
        const result = results.get(part.id);
        if (result && !result.isError) return [{ ...call, state: 'output-available', output: result.output }];
        return [{ ...call, state: 'output-error', errorText: result?.output ?? unansweredToolCall }];
      }
    }
  });
}

function toTextPart(text: string): UiMessagePart {
  return { type: 'text', text, state: 'done' };
}
