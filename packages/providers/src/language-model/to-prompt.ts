import type { LanguageModelV4Message, LanguageModelV4Prompt, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { AssistantMessage, Message, ProviderMetadata, ToolCallPart, ToolMessage } from '@shipmate/core';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** Converts a history to a prompt, giving each provider its own metadata back. */
export function toPrompt(system: string | undefined, messages: readonly Message[]): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = system ? [{ role: 'system', content: system }] : [];
  for (const message of messages) {
    if (message.role === 'tool') {
      prompt.push({ role: 'tool', content: message.content.map(toToolResult) });
    } else if (message.role === 'user') {
      prompt.push({ role: 'user', content: message.content.map(({ text }) => ({ type: 'text', text })) });
    } else {
      const content = toAssistantContent(message);
      if (content.length > 0) prompt.push({ role: 'assistant', content });
    }
  }
  return prompt;
}

function toAssistantContent(message: AssistantMessage): AssistantContent {
  const content: AssistantContent = [];
  for (const part of message.content) {
    const metadata = toProviderOptions(part.metadata);
    if (part.type === 'tool_call') {
      content.push({
        type: 'tool-call',
        toolCallId: part.id,
        toolName: part.name,
        input: toToolInput(part),
        ...metadata,
      });
    } else if (part.text !== '' || part.metadata !== undefined) {
      content.push({ type: part.type, text: part.text, ...metadata });
    }
  }
  return content;
}

/** Providers refuse to take back arguments that are not an object; the answer to such a call tells what was wrong. */
function toToolInput({ input, malformed }: ToolCallPart): unknown {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject && malformed !== true ? input : {};
}

function toToolResult({ id, name, output, isError }: ToolMessage['content'][number]) {
  return {
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: name,
    output: { type: isError ? ('error-text' as const) : ('text' as const), value: output },
  };
}

function toProviderOptions(metadata: ProviderMetadata | undefined): { providerOptions?: SharedV4ProviderOptions } {
  return metadata === undefined ? {} : { providerOptions: metadata as SharedV4ProviderOptions };
}
