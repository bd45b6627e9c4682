import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AssistantMessage, Message, ReasoningPart, TextPart, ToolCallPart, ToolResultPart } from '@shipmate/core';
import { toProviderOptions } from './provider-metadata.ts';

type AssistantContent = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'];

/** The reader of a prompt. */
export interface PromptReader {
  /** Reasoning and metadata of any other vendor are dropped. */
  readonly vendorId: string;
  /** True when tool call ids may contain letters, digits, `_` and `-` only. */
  readonly plainToolCallIds?: boolean | undefined;
}

/** The source of a prompt. */
interface PromptSource extends PromptReader {
  readonly system?: string | undefined;
  readonly messages: readonly Message[];
}

/**
 * Converts a history to a prompt. Empty parts, and answers with only reasoning, are dropped, because providers reject
 * them.
 */
export function toPrompt({ system, messages, ...reader }: PromptSource): LanguageModelV4Prompt {
  const prompt: LanguageModelV4Prompt = system ? [{ role: 'system', content: system }] : [];
  for (const message of messages) appendMessage(prompt, message, reader);
  return prompt;
}

/** Appends a converted message to a prompt. */
export function appendMessage(prompt: LanguageModelV4Prompt, message: Message, reader: PromptReader): void {
  const converted = toMessage(message, reader);
  if (converted.content.length > 0) prompt.push(converted);
  if (message.role === 'tool' && message.note !== undefined) {
    prompt.push({ role: 'user', content: [{ type: 'text', text: message.note }] });
  }
}

function toMessage(message: Message, reader: PromptReader): Exclude<LanguageModelV4Message, { role: 'system' }> {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', content: message.content.map((result) => toToolResult(result, reader)) };
    case 'user':
      return { role: 'user', content: message.content.filter(hasWords).map(({ text }) => ({ type: 'text', text })) };
    case 'assistant':
      return { role: 'assistant', content: toAssistantContent(message, reader) };
  }
}

function toAssistantContent({ content }: AssistantMessage, reader: PromptReader): AssistantContent {
  const parts: AssistantContent = [];
  for (const part of content) {
    const providerOptions = toProviderOptions(part.metadata, reader.vendorId);
    const own = providerOptions === undefined ? {} : { providerOptions };
    if (part.type === 'tool_call') {
      parts.push({
        type: 'tool-call',
        toolCallId: toCallId(part, reader),
        toolName: part.name,
        input: toToolInput(part),
        ...own,
      });
    } else if (providerOptions !== undefined || (part.type === 'text' && hasWords(part))) {
      parts.push({ type: part.type, text: part.text, ...own });
    }
  }
  return parts.every(({ type }) => type === 'reasoning') ? [] : parts;
}

function hasWords({ text }: TextPart | ReasoningPart): boolean {
  return text.trim() !== '';
}

/**
 * Replaces arguments that are not an object, which providers reject; the result of such a call already reports the
 * problem.
 */
function toToolInput({ input, malformed }: ToolCallPart): unknown {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isObject && malformed !== true ? input : {};
}

function toCallId({ id }: ToolCallPart | ToolResultPart, { plainToolCallIds = false }: PromptReader): string {
  return plainToolCallIds ? id.replaceAll(/[^a-zA-Z0-9_-]/g, '_') : id;
}

function toToolResult(result: ToolResultPart, reader: PromptReader) {
  const { name, output, isError } = result;
  return {
    type: 'tool-result' as const,
    toolCallId: toCallId(result, reader),
    toolName: name,
    output: { type: isError ? ('error-text' as const) : ('text' as const), value: output },
  };
}
