import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { AssistantMessage, ModelEvent, ProviderMetadata } from '@shipmate/core';
import { toProviderMetadata } from './provider-metadata.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';
import { toToolCallPart, type ToolCallDraft } from './tool-call-draft.ts';

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
