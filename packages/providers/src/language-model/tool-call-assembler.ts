import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider';
import type { ModelEvent } from '@shipmate/core';
import { toProviderMetadata } from './provider-metadata.ts';
import type { ToolCallDraft } from './tool-call-draft.ts';
import { ToolCallIds } from './tool-call-ids.ts';

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
export class ToolCallAssembler {
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
