import type { JsonValue } from '../json/json-value.ts';

/**
 * Metadata that a provider needs back verbatim in the next request (thinking signatures, item ids), by provider name. It is opaque
 * and survives a JSON round trip.
 */
export type ProviderMetadata = { readonly [provider: string]: { readonly [key: string]: JsonValue } };

/** Text of the user or of the model. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly metadata?: ProviderMetadata;
}

/** The model's reasoning. It is logged and replayed to the same provider, never shown as the answer. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
  readonly metadata?: ProviderMetadata;
}

/** A tool call as the model made it. */
export interface ToolCallPart {
  readonly type: 'tool_call';
  /** Unique within the conversation; adapters generate one if the provider gives none. */
  readonly id: string;
  readonly name: string;
  /** The parsed JSON arguments, or the raw text when it was not JSON or nested too deeply (then `malformed` is set). */
  readonly input: unknown;
  readonly malformed?: boolean;
  readonly metadata?: ProviderMetadata;
}

/** The answer to one tool call, as the model sees it. */
export interface ToolResultPart {
  readonly type: 'tool_result';
  readonly id: string;
  readonly name: string;
  readonly output: string;
  readonly isError: boolean;
}

/** A message of a person. */
export interface UserMessage {
  readonly role: 'user';
  readonly content: readonly TextPart[];
}

/** One turn of the model, assembled. */
export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: readonly (TextPart | ReasoningPart | ToolCallPart)[];
}

/** The answers to every tool call of the assistant message before it, in the order of the calls. */
export interface ToolMessage {
  readonly role: 'tool';
  readonly content: readonly ToolResultPart[];
  /** Note of the loop to the model after the results, for example that a limit is near. */
  readonly note?: string;
}

/** One entry of a conversation's history. History is valid when every tool call is answered by the next message. */
export type Message = UserMessage | AssistantMessage | ToolMessage;

/** Makes a user message of plain text. */
export function userMessage(text: string): UserMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}

/** The text of a message, parts joined, without reasoning. */
export function textOf(message: Message): string {
  let text = '';
  for (const part of message.content) if (part.type === 'text') text += part.text;
  return text;
}

/** The tool calls of an assistant message, in order. */
export function toolCallsOf(message: AssistantMessage): readonly ToolCallPart[] {
  return message.content.filter((part) => part.type === 'tool_call');
}
