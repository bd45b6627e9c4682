import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ChatModel, ModelEvent, ModelRequest } from '@shipmate/core';
import { AnswerAssembler } from './answer-assembler.ts';
import { openStream } from './open-stream.ts';
import { toCallOptions } from './to-call-options.ts';
import { toLastEvent } from './to-last-event.ts';
import { toModelError } from './to-model-error.ts';
import type { Vendor } from './vendor.ts';

/** How {@link fromLanguageModel} presents a model. */
export interface FromLanguageModelOptions {
  readonly vendor: Vendor;
  /** Sent with every call, as the provider's package defines them. */
  readonly providerOptions?: SharedV4ProviderOptions;
}

/** Makes a {@link ChatModel} of a model of any AI SDK provider package. Each call is one request: nothing is retried. */
export function fromLanguageModel(model: LanguageModelV4, options: FromLanguageModelOptions): ChatModel {
  return {
    id: `${options.vendor.id}:${model.modelId}`,
    stream: (request, signal) => streamAnswer({ model, options, request, signal }),
  };
}

interface Call {
  readonly model: LanguageModelV4;
  readonly options: FromLanguageModelOptions;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
}

async function* streamAnswer({ model, options, request, signal }: Call): AsyncGenerator<ModelEvent, void, undefined> {
  const { vendor, providerOptions } = options;
  const readerLeft = new AbortController();
  try {
    const assembler = new AnswerAssembler(request.messages);
    const parts = await openStream(model, {
      ...toCallOptions(request),
      ...(providerOptions === undefined ? {} : { providerOptions }),
      abortSignal: AbortSignal.any([signal, readerLeft.signal]),
    });
    yield { type: 'message_start' };
    const events: ModelEvent[] = [];
    for (let next = await parts.read(); !next.done; next = await parts.read()) {
      assembler.accept(next.value, events);
      for (const event of events) yield event;
      events.length = 0;
    }
    signal.throwIfAborted();
    yield toLastEvent(assembler, vendor);
  } catch (thrown) {
    yield { type: 'error', error: toModelError(thrown, { vendor, model: model.modelId, signal }) };
  } finally {
    readerLeft.abort();
  }
}
