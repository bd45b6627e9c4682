import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { AssistantMessage, Message, ModelEvent, ProviderMetadata } from '@shipmate/core';
import { toProviderMetadata } from './provider-metadata.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';
import { toToolCallPart, type ToolCallDraft } from './tool-call-draft.ts';

interface TextDraft {
  readonly type: 'text' | 'reasoning';
  text: string;
  metadata: ProviderMetadata | undefined;
}

type TextStreamPart = { readonly id: string; readonly providerMetadata?: SharedV4ProviderMetadata };

/** Turns the parts of one streamed answer into events, and remembers them as a message. */
export class AnswerAssembler {
  /** The provider's own end of the answer, once it has come. */
  finish: Extract<LanguageModelV4StreamPart, { type: 'finish' }> | undefined;
  readonly #drafts: (TextDraft | ToolCallDraft)[] = [];
  readonly #texts = { text: new Map<string, TextDraft>(), reasoning: new Map<string, TextDraft>() };
  readonly #toolCalls: ToolCallAssembler;

  constructor(history: readonly Message[]) {
    this.#toolCalls = new ToolCallAssembler(history, (draft) => this.#drafts.push(draft));
  }

  /** Takes one part and appends what it means to `events`. @throws what the provider reported in an `error` part. */
  accept(part: LanguageModelV4StreamPart, events: ModelEvent[]): void {
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
        throw part.error;
      default:
    }
  }

  /** The answer so far. Parts that say nothing are left out. */
  message(): AssistantMessage {
    const content = this.#drafts.flatMap<AssistantMessage['content'][number]>((draft) => {
      if (draft.type === 'tool_call') return [toToolCallPart(draft)];
      const { type, text, metadata } = draft;
      if (metadata !== undefined) return [{ type, text, metadata }];
      return text === '' ? [] : [{ type, text }];
    });
    return { role: 'assistant', content };
  }

  #startText(type: TextDraft['type'], part: TextStreamPart): TextDraft {
    const draft: TextDraft = { type, text: '', metadata: toProviderMetadata(part.providerMetadata) };
    this.#texts[type].set(part.id, draft);
    this.#drafts.push(draft);
    return draft;
  }

  #continueText(type: TextDraft['type'], part: TextStreamPart): TextDraft {
    const draft = this.#texts[type].get(part.id) ?? this.#startText(type, part);
    if (part.providerMetadata !== undefined) draft.metadata = toProviderMetadata(part.providerMetadata);
    return draft;
  }
}
