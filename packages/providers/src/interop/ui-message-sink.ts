import type { LoopEvent, StopReason } from '@shipmate/core';
import type { FinishReason, UIMessageChunk, UIMessageStreamWriter } from 'ai';

type EventOf<Type extends LoopEvent['type']> = Extract<LoopEvent, { readonly type: Type }>;

const finishReasons: Partial<Record<StopReason, FinishReason>> = {
  final: 'stop',
  truncated: 'length',
  refused: 'content-filter',
  model_error: 'error',
};

/**
 * Creates an `onEvent` handler that writes a loop to a stream of `createUIMessageStream`. An error is shown with the
 * message of its `AppError`, a tool's failure with the message that the model receives.
 *
 * ```ts
 * createUIMessageStream({
 *   execute: async ({ writer }) => {
 *     await runToolLoop(model, { ...config, onEvent: createUIMessageSink(writer) });
 *   },
 * });
 * ```
 */
export function createUIMessageSink(writer: Pick<UIMessageStreamWriter, 'write'>): (event: LoopEvent) => void {
  const chunks = new UIMessageChunks();
  return (event) => {
    for (const chunk of chunks.of(event)) writer.write(chunk);
  };
}

/** Converts the events of one loop to chunks of one UI message. */
class UIMessageChunks {
  readonly #unanswered = new Set<string>();
  #open: { readonly type: 'text' | 'reasoning'; readonly id: string } | undefined;
  #blocks = 0;

  *of(event: LoopEvent): Generator<UIMessageChunk> {
    switch (event.type) {
      case 'turn_start':
        yield event.turn === 0 ? { type: 'start' } : { type: 'finish-step' };
        yield { type: 'start-step' };
        return;
      case 'turn_restarted':
        this.#open = undefined;
        this.#unanswered.clear();
        yield { type: 'reset-step' };
        return;
      case 'content_delta':
        yield* this.#delta('text', event.text);
        return;
      case 'thinking_delta':
        yield* this.#delta('reasoning', event.text);
        return;
      case 'tool_call_start':
        yield* this.#close();
        this.#unanswered.add(event.id);
        yield { type: 'tool-input-start', toolCallId: event.id, toolName: event.name, dynamic: true };
        return;
      case 'turn_end':
        yield* this.#close();
        return;
      case 'tool_call': {
        const { id: toolCallId, name: toolName, input } = event;
        this.#unanswered.add(toolCallId);
        yield { type: 'tool-input-available', toolCallId, toolName, input, dynamic: true };
        return;
      }
      case 'tool_result':
        yield* this.#result(event);
        return;
      case 'loop_end':
        yield* this.#end(event);
        return;
      default:
    }
  }

  *#delta(type: 'text' | 'reasoning', delta: string): Generator<UIMessageChunk> {
    if (this.#open?.type !== type) {
      yield* this.#close();
      this.#open = { type, id: String(++this.#blocks) };
      yield { type: `${type}-start`, id: this.#open.id };
    }
    yield { type: `${type}-delta`, id: this.#open.id, delta };
  }

  *#close(): Generator<UIMessageChunk> {
    if (this.#open === undefined) return;
    const { type, id } = this.#open;
    this.#open = undefined;
    yield { type: `${type}-end`, id };
  }

  *#result({ id: toolCallId, output, isError, clientEvents }: EventOf<'tool_result'>): Generator<UIMessageChunk> {
    this.#unanswered.delete(toolCallId);
    yield isError
      ? { type: 'tool-output-error', toolCallId, errorText: output, dynamic: true }
      : { type: 'tool-output-available', toolCallId, output, dynamic: true };
    for (const { type, data } of clientEvents) yield { type: `data-${type}`, data, transient: true };
  }

  *#end({ stopReason, error }: EventOf<'loop_end'>): Generator<UIMessageChunk> {
    yield* this.#close();
    for (const toolCallId of this.#unanswered) {
      yield {
        type: 'tool-output-error',
        toolCallId,
        errorText: 'The answer ended before the tool was called.',
        dynamic: true,
      };
    }
    if (error !== undefined) yield { type: 'error', errorText: error.message };
    if (stopReason === 'aborted') return yield { type: 'abort' };
    yield { type: 'finish-step' };
    yield { type: 'finish', finishReason: finishReasons[stopReason] ?? 'other' };
  }
}
