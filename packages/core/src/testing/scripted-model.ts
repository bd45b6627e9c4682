import { AppError } from '../error/app-error.ts';
import { textOf } from '../message/message.ts';
import type { ChatModel } from '../model/chat-model.ts';
import type { ModelEvent } from '../model/model-event.ts';
import type { ModelRequest } from '../model/model-request.ts';
import { noUsage } from '../model/usage.ts';
import { toEvents, type ScriptedStep } from './scripted-step.ts';

/**
 * A model that plays a script: the first step that accepts a request and is not used up answers it.
 *
 * A request that no step accepts is answered with an error, and {@link ScriptedModel.assertConsumed} reports it. With `using`, the
 * assertion is made at the end of the block.
 */
export class ScriptedModel implements ChatModel, Disposable {
  readonly id: string;
  /** Every request so far, in order. */
  readonly requests: ModelRequest[] = [];
  readonly #steps: readonly { readonly step: ScriptedStep; used: number }[];
  readonly #unexpected: string[] = [];
  readonly #idleListeners: (() => void)[] = [];
  #active = 0;

  constructor(steps: readonly ScriptedStep[], id = 'scripted:model') {
    this.id = id;
    this.#steps = steps.map((step) => ({ step, used: 0 }));
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.#active += 1;
    try {
      const step = this.#stepFor(request);
      const events = toEvents(step, this.requests.length);
      const paused = events.findIndex(({ type }) => type === 'content_delta') + 1;
      for (const [index, event] of events.entries()) {
        if (step.pause !== undefined && index === paused) await settledOrAborted(step.pause, signal);
        if (step.until !== undefined && index === events.length - 1) await settledOrAborted(step.until, signal);
        if (signal.aborted) return yield abortedEvent(step);
        yield event;
      }
    } finally {
      this.#active -= 1;
      if (this.#active === 0) for (const listener of this.#idleListeners.splice(0)) listener();
    }
  }

  /** Resolves once no request is in progress. */
  idle(): Promise<void> {
    return this.#active === 0 ? Promise.resolve() : new Promise((resolve) => this.#idleListeners.push(resolve));
  }

  /** @throws Error after a request that no step accepts, or when a step was used less often than it declares. */
  assertConsumed(): void {
    const unused = this.#steps.flatMap(({ step: { times = 1 }, used }, index) => {
      const missing = times === Infinity ? used === 0 : used < times;
      return missing ? [`Step ${index + 1} was used ${used} times of ${times}.`] : [];
    });
    const problems = [...this.#unexpected, ...unused];
    if (problems.length > 0) throw new Error(`The script and the requests differ.\n${problems.join('\n')}`);
  }

  [Symbol.dispose](): void {
    this.assertConsumed();
  }

  #stepFor(request: ModelRequest): ScriptedStep {
    const call = this.requests.push({ ...request, messages: [...request.messages] });
    const chosen = this.#steps.find(
      ({ step: { times = 1, when }, used }) => used < times && (when === undefined || when(request)),
    );
    if (chosen !== undefined) {
      chosen.used += 1;
      return chosen.step;
    }
    const last = request.messages.at(-1);
    const words =
      last === undefined ? 'without messages' : `that ends with ${last.role} "${textOf(last).slice(0, 80)}"`;
    const message = `No step is left for request ${call}, ${words}.`;
    this.#unexpected.push(message);
    return { error: new AppError({ code: 'INTERNAL_ERROR', message }) };
  }
}

function abortedEvent({ usage }: ScriptedStep): ModelEvent {
  const error = new AppError({ code: 'ABORTED', message: 'The request was stopped.' });
  return { type: 'error', error, ...(usage !== undefined && { usage: { ...noUsage, ...usage } }) };
}

async function settledOrAborted(until: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (!signal.aborted) await Promise.race([until, aborted]);
}
