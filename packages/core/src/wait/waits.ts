import { AppError } from '../error/app-error.ts';

/** How long one piece of work is waited for. */
export interface WaitLimits {
  readonly timeoutMs?: number;
  /** How long after the signal fired the work may still settle by itself. Default 0. */
  readonly graceMs?: number;
}

interface Wait {
  /** When it is left, on the clock of `performance`, and why. */
  dueAt: number;
  whenDue: () => AppError;
  readonly graceMs: number;
  readonly controller: AbortController;
  readonly reject: (error: AppError) => void;
}

/** What a timer of the platform can hold; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Everything that a run waits for, under one signal. One listener and one timer serve all of it, as a run waits often and
 * hardly ever in vain.
 */
export class Waits {
  readonly signal: AbortSignal;
  readonly #open = new Set<Wait>();
  readonly #onAbort = (): void => this.#abort();
  #isListening = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerDueAt = Infinity;

  constructor(signal: AbortSignal) {
    this.signal = signal;
  }

  /**
   * Waits for work, but never longer than it should: the work's own signal fires, and work that goes on regardless is left
   * behind with its outcome ignored.
   *
   * @throws AppError `TIMEOUT` or `ABORTED`, and whatever the work throws.
   */
  for<Result>(work: (signal: AbortSignal) => Promise<Result>, limits: WaitLimits = {}): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.signal.aborted) return reject(aborted());
      const { timeoutMs = Infinity, graceMs = 0 } = limits;
      const controller = new AbortController();
      const wait: Wait = { dueAt: Infinity, whenDue: () => timedOut(timeoutMs), graceMs, controller, reject };
      this.#begin(wait);
      if (timeoutMs !== Infinity) this.#leaveIn(timeoutMs, wait);
      const settled = (): boolean => this.#open.delete(wait);
      try {
        work(controller.signal).then(
          (result) => settled() && resolve(result),
          (error: unknown) => settled() && reject(error),
        );
      } catch (thrown) {
        if (settled()) reject(thrown);
      }
    });
  }

  /** Lets go of the signal and the timer. Call it when nothing is waited for any more. */
  close(): void {
    this.signal.removeEventListener('abort', this.#onAbort);
    clearTimeout(this.#timer);
  }

  #begin(wait: Wait): void {
    this.#open.add(wait);
    if (this.#isListening) return;
    this.#isListening = true;
    this.signal.addEventListener('abort', this.#onAbort);
  }

  #leaveIn(ms: number, wait: Wait): void {
    wait.dueAt = performance.now() + ms;
    if (wait.dueAt >= this.#timerDueAt) return;
    clearTimeout(this.#timer);
    this.#timerDueAt = wait.dueAt;
    this.#timer = setTimeout(() => this.#leaveDue(), Math.min(ms, longestTimerMs));
  }

  #leaveDue(): void {
    this.#timerDueAt = Infinity;
    const now = performance.now();
    for (const wait of this.#open) {
      if (wait.dueAt <= now) this.#leave(wait, wait.whenDue());
      else if (wait.dueAt < Infinity) this.#leaveIn(wait.dueAt - now, wait);
    }
  }

  #leave(wait: Wait, error: AppError): void {
    this.#open.delete(wait);
    wait.reject(error);
    wait.controller.abort(error);
  }

  #abort(): void {
    for (const wait of this.#open) {
      if (wait.graceMs === 0) {
        this.#leave(wait, aborted());
      } else {
        wait.whenDue = aborted;
        this.#leaveIn(wait.graceMs, wait);
        wait.controller.abort(aborted());
      }
    }
  }
}

function aborted(): AppError {
  return new AppError({ code: 'ABORTED', message: 'Stopped before it was done; it may have taken effect.' });
}

function timedOut(timeoutMs: number): AppError {
  return new AppError({ code: 'TIMEOUT', message: `Not done after ${timeoutMs} ms; it may still take effect.` });
}
