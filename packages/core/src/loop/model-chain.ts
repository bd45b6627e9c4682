import { AppError, toAppError } from '../error/app-error.ts';
import type { ErrorCode } from '../error/error-code.ts';
import { forProvider } from '../history/for-provider.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage } from '../model/usage.ts';
import type { ModelStep } from './agentic-result.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import type { LoopSettings } from './loop-settings.ts';
import type { LoopState } from './loop-state.ts';
import type { RetryOptions } from './tool-loop-config.ts';

/** The models of a run, in order. A model that fails is retried with back-off; then the next model takes over for good. */
export class ModelChain {
  readonly #settings: LoopSettings;
  readonly #state: LoopState;
  #at = 0;

  constructor(settings: LoopSettings, state: LoopState) {
    this.#settings = settings;
    this.#state = state;
  }

  /** The model that gets the next request. */
  get model(): ChatModel {
    return this.#settings.models[this.#at] as ChatModel;
  }

  /**
   * Sends a request until a model answers or none is left. Failures are answers, and every request is a step in the ledger.
   * Only a request of purpose `turn` emits events.
   */
  async ask(turn: number, request: ModelRequest, purpose: ModelStep['purpose'] = 'turn'): Promise<ModelAnswer> {
    const { signal, waits, retry } = this.#settings;
    const { history, ledger } = this.#state;
    const emit = purpose === 'turn' ? this.#settings.emit : () => undefined;
    for (let failures = 1; ; failures += 1) {
      const { model } = this;
      if (signal.aborted) return { usage: noUsage, error: aborted() };
      const answer = await askModel(model, { turn, request: this.#readable(request), waits, emit, history });
      const ending = answer.message === undefined ? { error: answer.error } : { finish: answer.finish };
      ledger.addStep({ turn, model: model.id, usage: answer.usage, ...ending, purpose });
      if (answer.message !== undefined || signal.aborted) return answer;
      const { error } = answer;
      const recovery = planRecovery({ error, failures, hasFallback: this.#hasFallback() }, retry);
      if (recovery === undefined) return answer;

      if (recovery.reason === 'fallback') {
        this.#at += 1;
        failures = 0;
      }
      emit({ type: 'turn_restarted', turn, model: this.model.id, ...recovery, error });
      try {
        if (recovery.delayMs > 0) await retry.sleep(recovery.delayMs, signal);
      } catch (thrown) {
        return { usage: noUsage, error: toAppError(thrown) };
      }
    }
  }

  /** A fallback model does not see the provider metadata of the model before it. */
  #readable(request: ModelRequest): ModelRequest {
    if (this.#at === 0) return request;
    const [provider = ''] = this.model.id.split(':');
    return { ...request, messages: forProvider(request.messages, provider) };
  }

  #hasFallback(): boolean {
    return this.#at + 1 < this.#settings.models.length;
  }
}

function aborted(): AppError {
  return new AppError({ code: 'ABORTED', message: 'Stopped before the model was asked.' });
}

/** Recovery from a model's failure: retry after a delay, or send the request to the next model. */
type Recovery =
  | { readonly reason: 'retry'; readonly delayMs: number }
  | { readonly reason: 'fallback'; readonly delayMs: 0 };

/** A model's failure in a turn. */
export interface ModelFailure {
  readonly error: AppError;
  /** Failed attempts, including this one. */
  readonly failures: number;
  readonly hasFallback: boolean;
}

/** Codes after which the same request may succeed later. */
const transient: ReadonlySet<ErrorCode> = new Set(['RATE_LIMITED', 'UNAVAILABLE', 'EXTERNAL_API_ERROR', 'TIMEOUT']);

/** Plans the recovery from a failure; `undefined` when no attempt is left. */
export function planRecovery(
  { error, failures, hasFallback }: ModelFailure,
  { retries, baseDelayMs, maxDelayMs }: Required<Omit<RetryOptions, 'sleep'>>,
): Recovery | undefined {
  if (error.recoverable && transient.has(error.code) && failures <= retries) {
    const delayMs = retryAfterMs(error) ?? Math.min(baseDelayMs * 2 ** (failures - 1), maxDelayMs);
    if (delayMs <= maxDelayMs) return { reason: 'retry', delayMs };
  }
  return hasFallback ? { reason: 'fallback', delayMs: 0 } : undefined;
}

/** The delay that the provider requested, in `details.retryAfterMs`. */
function retryAfterMs({ details }: AppError): number | undefined {
  const wanted = typeof details === 'object' && details !== null && 'retryAfterMs' in details && details.retryAfterMs;
  return typeof wanted === 'number' && wanted >= 0 ? wanted : undefined;
}
