import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AssistantMessage, Message, ReasoningPart, TextPart, ToolCallPart, ToolMessage } from '@shipmate/core';
import { toProviderOptions } from './provider-metadata.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** What a prompt is made of. */
export interface PromptSource {
  readonly system?: string | undefined;
  readonly messages: readonly Message[];
  /** Who will read it: reasoning and metadata of any other vendor are left out. */
  readonly vendorId: string;
}

/** Converts a history to a prompt. Parts that say nothing are left out: providers refuse them. */
export function toPrompt({ system, messages, vendorId }: PromptSource): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = system ? [{ role: 'system', content: system }] : [];
  for (const message of messages) {
    const converted = toMessage(message, vendorId);
    if (converted.content.length > 0) prompt.push(converted);
    if (message.role === 'tool' && message.note !== undefined) {
      prompt.push({ role: 'user', content: [{ type: 'text', text: message.note }] });
    }
  }
  return prompt;
}

function toMessage(message: Message, vendorId: string): Exclude<LanguageModelV4Message, { role: 'system' }> {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', content: message.content.map(toToolResult) };
    case 'user':
      return { role: 'user', content: message.content.filter(hasWords).map(({ text }) => ({ type: 'text', text })) };
    case 'assistant':
      return { role: 'assistant', content: toAssistantContent(message, vendorId) };
  }
}

function toAssistantContent({ content }: AssistantMessage, vendorId: string): AssistantContent {
  return content.flatMap((part): AssistantContent => {
    const providerOptions = toProviderOptions(part.metadata, vendorId);
    const own = providerOptions === undefined ? {} : { providerOptions };
    if (part.type === 'tool_call') {
      return [{ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: toToolInput(part), ...own }];
    }
    const isWanted = providerOptions !== undefined || (part.type === 'text' && hasWords(part));
    return isWanted ? [{ type: part.type, text: part.text, ...own }] : [];
  });
}

function hasWords({ text }: TextPart | ReasoningPart): boolean {
  return text.trim() !== '';
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
