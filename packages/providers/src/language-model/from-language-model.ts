import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { AppError, type ChatModel, type ModelEvent, type ModelRequest } from '@shipmate/core';
import { lookUpModel } from '../price/look-up-model.ts';
import { limitsTable } from '../limits/limits-table.ts';
import type { ModelLimits } from '../limits/model-limits.ts';
import { AnswerAssembler } from './answer-assembler.ts';
import { withCacheBreakpoints } from './cache-breakpoints.ts';
import { openStream } from './open-stream.ts';
import { toCallOptions } from './to-call-options.ts';
import { toLastEvent } from './to-last-event.ts';
import { toModelError } from './to-model-error.ts';
import type { Vendor } from './vendor.ts';
import { Watchdog, type Silence } from './watchdog.ts';

/** What whoever asks for a model may want otherwise than it is by default. */
export interface ModelOverrides extends Partial<Silence> {
  /** The model's limits, where they are not known here or others are wanted. */
  readonly limits?: ModelLimits;
}

/** How {@link fromLanguageModel} presents a model. */
export interface FromLanguageModelOptions extends ModelOverrides {
  readonly vendor: Vendor;
  /** Sent with every call, as the provider's package defines them. */
  readonly providerOptions?: SharedV4ProviderOptions;
  /** Sent instead with every call that has tools. */
  readonly toolProviderOptions?: SharedV4ProviderOptions;
  /** True when the vendor refuses tool call ids of other vendors that have more than letters, digits, `_` and `-`. */
  readonly plainToolCallIds?: boolean;
  /** The name under which the package takes cache breakpoints, where the vendor wants them to be marked. */
  readonly cacheBreakpoints?: string;
  /** True when the vendor reports usage last, so that an answer with usage is whole even where its end has no reason. */
  readonly usageIsLast?: boolean;
}

/** What a model of which nothing is known may say, when nobody says how much. */
const cautiousOutputTokens = 4096;

/**
 * Makes a {@link ChatModel} of a model of any AI SDK provider package. Each call is one request: nothing is retried.
 *
 * An answer may be as long as `maxOutputTokens` of the request, else of `limits`, else as the model can: that is what a vendor
 * grants when it is asked for no length, and some count a length that is asked for against the rate limit. A model whose
 * limits are not known is asked for 4096 tokens.
 *
 * A provider may be silent for `firstByteMs` (default 120 000) before its answer and `idleMs` (default 120 000, as hidden
 * reasoning is silent) within it; then the answer ends with a recoverable `TIMEOUT`.
 */
export function fromLanguageModel(model: LanguageModelV4, options: FromLanguageModelOptions): ChatModel {
  const id = `${options.vendor.id}:${model.modelId}`;
  const known = lookUpModel(limitsTable, id);
  const maxOutputTokens = options.limits?.maxOutputTokens ?? (known === undefined ? cautiousOutputTokens : undefined);
  const defaults = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  return {
    id,
    ...known,
    ...options.limits,
    stream: (request, signal) => streamAnswer({ model, options, request: { ...defaults, ...request }, signal }),
  };
}

interface Call {
  readonly model: LanguageModelV4;
  readonly options: FromLanguageModelOptions;
  readonly request: ModelRequest;
  /** The caller's. */
  readonly signal: AbortSignal;
}

async function* streamAnswer(call: Call): AsyncGenerator<ModelEvent, void, undefined> {
  const { model, request, signal } = call;
  const { vendor, firstByteMs = 120_000, idleMs = 120_000, usageIsLast = false } = call.options;
  const failedCall = { vendor, model: model.modelId, signal };
  const giveUp = new AbortController();
  const watchdog = new Watchdog({ firstByteMs, idleMs }, (ms) => giveUp.abort(silentFor(ms, vendor)));
  const abortSignal = giveUp.signal;
  // One listener costs a fraction of `AbortSignal.any`, which costs more than a short answer.
  const passOn = (): void => giveUp.abort(signal.reason);
  signal.addEventListener('abort', passOn);
  if (signal.aborted) passOn();
  let isRead = false;
  try {
    const assembler = new AnswerAssembler(vendor.id, request.messages);
    const parts = await openStream(model, { ...toProviderCall(call), abortSignal });
    yield { type: 'message_start' };
    const events: ModelEvent[] = [];
    for (let next = await parts.read(); !next.done; next = await parts.read()) {
      if (next.value.type !== 'stream-start') watchdog.heard();
      assembler.accept(next.value, events);
      for (const event of events) yield event;
      events.length = 0;
      watchdog.listen();
    }
    isRead = true;
    abortSignal.throwIfAborted();
    yield toLastEvent(assembler, { ...failedCall, usageIsLast });
  } catch (thrown) {
    yield { type: 'error', error: toModelError(thrown, failedCall) };
  } finally {
    watchdog.stop();
    signal.removeEventListener('abort', passOn);
    // An abort costs more than the rest of a short answer, so one that was read to its end is not aborted.
    if (!isRead) giveUp.abort();
  }
}

function silentFor(ms: number, { id, name }: Vendor): AppError {
  return new AppError({
    code: 'TIMEOUT',
    message: `${name} has been silent for ${ms} ms.`,
    details: { provider: id },
  });
}

function toProviderCall({ request, options }: Call): LanguageModelV4CallOptions {
  const { vendor, toolProviderOptions, cacheBreakpoints, plainToolCallIds = false } = options;
  const plainOptions = toCallOptions(request, { vendorId: vendor.id, plainToolCallIds });
  const providerOptions = (plainOptions.tools && toolProviderOptions) ?? options.providerOptions;
  const callOptions = { ...plainOptions, ...(providerOptions !== undefined && { providerOptions }) };
  return cacheBreakpoints === undefined ? callOptions : withCacheBreakpoints(callOptions, cacheBreakpoints);
}
