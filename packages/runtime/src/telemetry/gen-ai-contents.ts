import { toJsonText, type AssistantMessage, type Message } from '@shipmate/core';

/** Messages as the conventions write them into an attribute: JSON text. Provider metadata is left out. */
export function toGenAiMessages(messages: readonly Message[], finishReason?: string): string {
  return toJsonText(
    messages.map(({ role, content }) => ({
      role,
      parts: content.map(toPart),
      ...(finishReason !== undefined && { finish_reason: finishReason }),
    })),
  );
}

/** A system prompt as the conventions write it into an attribute. */
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
