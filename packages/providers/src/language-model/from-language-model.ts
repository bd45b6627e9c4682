import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import { AppError, type ChatModel, type ModelEvent, type ModelRequest } from '@shipmate/core';
import { limitsTable } from '../limits/limits-table.ts';
import type { ModelLimits } from '../limits/model-limits.ts';
import { lookUpModel } from '../price/look-up-model.ts';
import { AnswerAssembler } from './answer-assembler.ts';
import { withCacheBreakpoints } from './cache-breakpoints.ts';
import { PromptHistories } from './prompt-histories.ts';
import { toCallOptions } from './to-call-options.ts';
import { toLastEvent } from './to-last-event.ts';
import { toModelError } from './to-model-error.ts';
import type { Vendor } from './vendor.ts';
import { type Silence, Watchdog } from './watchdog.ts';

/** Overrides of a model's defaults. */
export interface ModelOverrides extends Partial<Silence> {
  /** The model's limits, if they are unknown here or to be overridden. */
  readonly limits?: ModelLimits;
}

/** Options for {@link fromLanguageModel}. */
export interface FromLanguageModelOptions extends ModelOverrides {
  readonly vendor: Vendor;
  /** Sent with every call, as the provider's package defines them. */
  readonly providerOptions?: SharedV4ProviderOptions;
  /** Sent instead with every call that has tools. */
  readonly toolProviderOptions?: SharedV4ProviderOptions;
  /**
   * True when the vendor rejects tool call ids of other vendors with characters besides letters, digits, `_` and `-`.
   */
  readonly plainToolCallIds?: boolean;
  /** The name under which the package accepts cache breakpoints, if the vendor requires them to be marked. */
  readonly cacheBreakpoints?: string;
  /** True when the vendor reports usage last, so that an answer with usage is complete even without a finish reason. */
  readonly usageIsLast?: boolean;
}

/** The output limit of an unknown model when no limit is configured. */
const cautiousOutputTokens = 4096;

/**
 * Creates a {@link ChatModel} from a model of any AI SDK provider package. Each call is one request: there are no
 * retries.
 *
 * An answer may be as long as `maxOutputTokens` of the request, else of `limits`, else as the model allows: vendors
 * grant that when a request has no limit, and some count a requested limit against the rate limit. A model with unknown
 * limits is asked for 4096 tokens.
 *
 * A provider may be silent for `firstByteMs` (default 120 000) before its answer and `idleMs` (default 120 000, because
 * hidden reasoning is silent) within it; then the answer ends with a recoverable `TIMEOUT`.
 */
export function fromLanguageModel(model: LanguageModelV4, options: FromLanguageModelOptions): ChatModel {
  const id = `${options.vendor.id}:${model.modelId}`;
  const known = lookUpModel(limitsTable, id);
  const maxOutputTokens = options.limits?.maxOutputTokens ?? (known === undefined ? cautiousOutputTokens : undefined);
  const defaults = maxOutputTokens === undefined ? {} : { maxOutputTokens };
  const histories = new PromptHistories({ vendorId: options.vendor.id, plainToolCallIds: options.plainToolCallIds });
  return {
    id,
    ...known,
    ...options.limits,
    stream: (request, signal) =>
      streamAnswer({ model, options, histories, request: { ...defaults, ...request }, signal }),
  };
}

interface Call {
  readonly model: LanguageModelV4;
  readonly options: FromLanguageModelOptions;
  readonly histories: PromptHistories;
  readonly request: ModelRequest;
  /** The caller's signal. */
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
    const { prompt, callIds } = call.histories.convert(request.messages);
    const assembler = new AnswerAssembler(vendor.id, callIds);
    const parts = await openStream(model, { ...toProviderCall(call, prompt), abortSignal });
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
    // An abort costs more than the rest of a short answer, so a fully read one is not aborted.
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

function toProviderCall({ request, options }: Call, history: LanguageModelV4Prompt): LanguageModelV4CallOptions {
  const { toolProviderOptions, cacheBreakpoints } = options;
  const plainOptions = toCallOptions(request, history);
  const providerOptions = (plainOptions.tools && toolProviderOptions) ?? options.providerOptions;
  const callOptions = { ...plainOptions, ...(providerOptions !== undefined && { providerOptions }) };
  return cacheBreakpoints === undefined ? callOptions : withCacheBreakpoints(callOptions, cacheBreakpoints);
}

/**
 * Starts a call and returns a reader of its parts.
 *
 * The signal is raced, not left to the provider: when it fires, opening rejects with its reason and a pending read
 * ends.
 */
async function openStream(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions & { readonly abortSignal: AbortSignal },
): Promise<ReadableStreamDefaultReader<LanguageModelV4StreamPart>> {
  const { abortSignal } = options;
  abortSignal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const rejectAborted = () => aborted.reject(abortSignal.reason);
  abortSignal.addEventListener('abort', rejectAborted);
  const opening = (async () => model.doStream(options))();
  try {
    const { stream } = await Promise.race([opening, aborted.promise]);
    const reader = stream.getReader();
    abortSignal.addEventListener('abort', () => cancel(reader));
    return reader;
  } catch (error) {
    opening.then(({ stream }) => cancel(stream), ignore);
    throw error;
  } finally {
    abortSignal.removeEventListener('abort', rejectAborted);
  }
}

/** Cancels a stream that is no longer read, and ignores the error of one that has failed already. */
function cancel(stream: { cancel(): Promise<void> }): void {
  stream.cancel().catch(ignore);
}

function ignore(): void {}
