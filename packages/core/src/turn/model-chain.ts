import { AppError, toAppError } from '../error/app-error.ts';
import { forProvider } from '../history/for-provider.ts';
import type { Ledger } from '../loop/ledger.ts';
import type { LoopSettings } from '../loop/loop-settings.ts';
import type { ModelStep } from '../loop/model-step.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage } from '../model/usage.ts';
import { askModel, type ModelAnswer } from './ask-model.ts';
import { TurnCallIds, type CallIds } from './call-ids.ts';
import { planRecovery } from './plan-recovery.ts';

/** The models of a run, in order. One that keeps failing is asked again after a while, then the next takes over for good. */
export class ModelChain {
  readonly #settings: LoopSettings;
  readonly #ledger: Ledger;
  readonly #callIds: CallIds;
  #at = 0;

  constructor(settings: LoopSettings, ledger: Ledger, callIds: CallIds) {
    this.#settings = settings;
    this.#ledger = ledger;
    this.#callIds = callIds;
  }

  /** The model that is asked next. */
  get model(): ChatModel {
    return this.#settings.models[this.#at] as ChatModel;
  }

  /**
   * Asks until a model answers or none is left. It returns whatever the models do, and books every request. Observers hear
   * what is said for the turn itself.
   */
  async ask(turn: number, request: ModelRequest, purpose: ModelStep['purpose'] = 'turn'): Promise<ModelAnswer> {
    const { signal, waits, retry } = this.#settings;
    const emit = purpose === 'turn' ? this.#settings.emit : () => undefined;
    for (let failures = 1; ; failures += 1) {
      const { model } = this;
      if (signal.aborted) return { usage: noUsage, error: stopped() };
      const callIds = new TurnCallIds(this.#callIds);
      const answer = await askModel(model, { turn, request: this.#readable(request), waits, emit, callIds });
      const ending = answer.message === undefined ? { error: answer.error } : { finish: answer.finish };
      this.#ledger.addStep({ turn, model: model.id, usage: answer.usage, ...ending, purpose });
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

  /** A model that took over is not shown what the one before it wants back. */
  #readable(request: ModelRequest): ModelRequest {
    if (this.#at === 0) return request;
    const [provider = ''] = this.model.id.split(':');
    return { ...request, messages: forProvider(request.messages, provider) };
  }

  #hasFallback(): boolean {
    return this.#at + 1 < this.#settings.models.length;
  }
}

function stopped(): AppError {
  return new AppError({ code: 'ABORTED', message: 'Stopped before the model was asked.' });
}
