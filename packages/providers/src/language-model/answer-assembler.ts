import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import {
  readArguments,
  type AssistantMessage,
  type ModelEvent,
  type ProviderMetadata,
  type ToolCallPart,
} from '@shipmate/core';
import { toProviderMetadata } from './provider-metadata.ts';
import { ToolCallIds } from './tool-call-ids.ts';

interface TextDraft {
  readonly type: 'text' | 'reasoning';
  text: string;
  metadata: ProviderMetadata | undefined;
}

type TextStreamPart = { readonly id: string; readonly providerMetadata?: SharedV4ProviderMetadata };

/** Converts the parts of one streamed answer to events, and assembles them into a message. */
export class AnswerAssembler {
  /** The provider's finish part, once it has arrived. */
  finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  /** The failure that the provider reported; of later parts only the finish part counts. */
  failure: { readonly error: unknown } | undefined;
  readonly #drafts: (TextDraft | ToolCallDraft)[] = [];
  readonly #texts = { text: new Map<string, TextDraft>(), reasoning: new Map<string, TextDraft>() };
  readonly #toolCalls: ToolCallAssembler;
  readonly #vendorId: string;

  constructor(vendorId: string, earlierCallIds: ReadonlySet<string>) {
    this.#vendorId = vendorId;
    this.#toolCalls = new ToolCallAssembler({ vendorId, earlierCallIds, onStart: (draft) => this.#drafts.push(draft) });
  }

  /** Handles one part and appends its events to `events`. */
  accept(part: LanguageModelV4StreamPart, events: ModelEvent[]): void {
    if (this.failure === undefined || part.type === 'finish') this.#take(part, events);
  }

  /** Returns the answer so far, without empty parts. */
  message(): AssistantMessage {
    const content = this.#drafts.flatMap<AssistantMessage['content'][number]>((draft) => {
      if (draft.type === 'tool_call') return [toToolCallPart(draft)];
      const { type, text, metadata } = draft;
      if (metadata !== undefined) return [{ type, text, metadata }];
      if (text === '') return [];
      return [{ type, text, ...(type === 'reasoning' && { metadata: toProviderMetadata({}, this.#vendorId) }) }];
    });
    return { role: 'assistant', content };
  }

  #take(part: LanguageModelV4StreamPart, events: ModelEvent[]): void {
    switch (part.type) {
      case 'text-delta':
        this.#continueText('text', part).text += part.delta;
        if (part.delta !== '') events.push({ type: 'content_delta', text: part.delta });
        return;
      case 'reasoning-delta':
        this.#continueText('reasoning', part).text += part.delta;
        if (part.delta !== '') events.push({ type: 'thinking_delta', text: part.delta });
        return;
      case 'text-start':
        this.#startText('text', part);
        return;
      case 'reasoning-start':
        this.#startText('reasoning', part);
        return;
      case 'text-end':
        this.#continueText('text', part);
        return;
      case 'reasoning-end':
        this.#continueText('reasoning', part);
        return;
      case 'tool-input-start':
        this.#toolCalls.start(part, events);
        return;
      case 'tool-input-delta':
        this.#toolCalls.continue(part, events);
        return;
      case 'tool-call':
        this.#toolCalls.complete(part, events);
        return;
      case 'finish':
        this.finish = part;
        return;
      case 'error':
        this.failure = { error: part.error };
        return;
      default:
    }
  }

  #startText(type: TextDraft['type'], part: TextStreamPart): TextDraft {
    const draft: TextDraft = { type, text: '', metadata: undefined };
    this.#remember(draft, part);
    this.#texts[type].set(part.id, draft);
    this.#drafts.push(draft);
    return draft;
  }

  #continueText(type: TextDraft['type'], part: TextStreamPart): TextDraft {
    const draft = this.#texts[type].get(part.id) ?? this.#startText(type, part);
    this.#remember(draft, part);
    return draft;
  }

  #remember(draft: TextDraft, { providerMetadata }: TextStreamPart): void {
    if (providerMetadata !== undefined) draft.metadata = toProviderMetadata(providerMetadata, this.#vendorId);
  }
}

type ToolInputStart = Extract<LanguageModelV4StreamPart, { type: 'tool-input-start' }>;
type ToolInputDelta = Extract<LanguageModelV4StreamPart, { type: 'tool-input-delta' }>;

/** Options for {@link ToolCallAssembler}. */
interface ToolCallAssemblerOptions {
  readonly vendorId: string;
  /** The ids of the tool calls before this answer. */
  readonly earlierCallIds: ReadonlySet<string>;
  readonly onStart: (draft: ToolCallDraft) => void;
}

/**
 * Assembles the tool calls of one answer in the order in which they begin. Calls that the provider executes itself are
 * dropped.
 */
class ToolCallAssembler {
  readonly #ids: ToolCallIds;
  readonly #vendorId: string;
  readonly #onStart: (draft: ToolCallDraft) => void;
  /** Calls that have begun and not ended, by the provider's id, which may not be unique. */
  readonly #open = new Map<string, ToolCallDraft[]>();

  constructor({ vendorId, earlierCallIds, onStart }: ToolCallAssemblerOptions) {
    this.#ids = new ToolCallIds(earlierCallIds);
    this.#vendorId = vendorId;
    this.#onStart = onStart;
  }

  start({ id, toolName, providerExecuted }: ToolInputStart, events: ModelEvent[]): void {
    if (providerExecuted === true) return;
    const draft = this.#begin(id, toolName, events);
    const open = this.#open.get(id);
    if (open === undefined) this.#open.set(id, [draft]);
    else open.push(draft);
  }

  continue({ id, delta }: ToolInputDelta, events: ModelEvent[]): void {
    const draft = this.#open.get(id)?.at(-1);
    if (draft === undefined || delta === '') return;
    draft.arguments += delta;
    events.push({ type: 'tool_use_input', id: draft.id, delta });
  }

  /** Streamed arguments take precedence: some packages replace invalid JSON with an empty object at the end. */
  complete(call: LanguageModelV4ToolCall, events: ModelEvent[]): void {
    if (call.providerExecuted === true) return;
    const draft = this.#open.get(call.toolCallId)?.shift() ?? this.#beginWhole(call, events);
    draft.name = call.toolName;
    if (draft.arguments === '') draft.arguments = call.input;
    draft.complete = true;
    draft.metadata = call.providerMetadata && toProviderMetadata(call.providerMetadata, this.#vendorId);
  }

  #beginWhole({ toolCallId, toolName, input }: LanguageModelV4ToolCall, events: ModelEvent[]): ToolCallDraft {
    const draft = this.#begin(toolCallId, toolName, events);
    if (input !== '') events.push({ type: 'tool_use_input', id: draft.id, delta: input });
    return draft;
  }

  #begin(givenId: string, name: string, events: ModelEvent[]): ToolCallDraft {
    const id = this.#ids.claim(givenId);
    const draft: ToolCallDraft = { type: 'tool_call', id, name, arguments: '', complete: false, metadata: undefined };
    this.#onStart(draft);
    events.push({ type: 'tool_use_start', id, name });
    return draft;
  }
}

/** A tool call while it streams. */
interface ToolCallDraft {
  readonly type: 'tool_call';
  readonly id: string;
  name: string;
  arguments: string;
  /** False until the provider has sent the whole call. */
  complete: boolean;
  metadata: ProviderMetadata | undefined;
}

/**
 * Parses a draft's arguments: empty ones are `{}`; invalid, truncated or too deeply nested JSON is kept as text and marked as
 * malformed.
 */
function toToolCallPart(draft: ToolCallDraft): ToolCallPart {
  const { id, name, metadata } = draft;
  const input = draft.complete ? inputOf(draft) : undefined;
  return {
    type: 'tool_call',
    id,
    name,
    ...(input === undefined ? { input: draft.arguments, malformed: true } : { input }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

function inputOf({ arguments: text }: ToolCallDraft): unknown {
  return text.trim() === '' ? {} : readArguments(text);
}
