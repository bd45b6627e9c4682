import { toJsonText, type AssistantMessage, type Message } from '@shipmate/core';

/** Converts messages to the JSON text of the conventions' attribute. Provider metadata is omitted. */
export function toGenAiMessages(messages: readonly Message[], finishReason?: string): string {
  return toJsonText(
    messages.map(({ role, content }) => ({
      role,
      parts: content.map(toPart),
      ...(finishReason !== undefined && { finish_reason: finishReason }),
    })),
  );
}

/** Converts a system prompt to the JSON text of the conventions' attribute. */
export function toGenAiInstructions(systemPrompt: string): string {
  return toJsonText([{ type: 'text', content: systemPrompt }]);
}

function toPart(part: Message['content'][number] | AssistantMessage['content'][number]): object {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool_call':
      return { type: 'tool_call', id: part.id, name: part.name, arguments: part.input };
    case 'tool_result':
      return { type: 'tool_call_response', id: part.id, response: part.output };
  }
}
