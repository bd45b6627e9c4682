import { AppError } from '../error/app-error.ts';

/** Limits of one piece of work. */
interface WaitLimits {
  /** In milliseconds. */
  readonly timeoutMs?: number;
  /** Time that the work has to settle by itself after the signal fired, in milliseconds. Default 0. */
  readonly graceMs?: number;
  /** True if the work changes something, of which its error then warns. Default false. */
  readonly hasEffect?: boolean;
}

/** Options for {@link waitFor}. */
export interface WaitForOptions extends WaitLimits {
  readonly signal: AbortSignal;
}

/**
 * Waits for work until its time limit or until the signal fires. The work's own signal fires then; the outcome of work that
 * continues is ignored.
 *
 * @throws AppError `TIMEOUT` or `ABORTED`, and whatever the work throws.
 */
export async function waitFor<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { signal, ...limits }: WaitForOptions,
): Promise<Result> {
  const waits = new Waits(signal);
  try {
    return await waits.for(work, limits);
  } finally {
    waits.close();
  }
}

interface Wait {
  /** Time of its next deadline, on the clock of `performance`. */
  dueAt: number;
  whenDue: () => AppError;
  readonly graceMs: number;
  readonly hasEffect: boolean;
  readonly controller: AbortController;
  readonly reject: (error: AppError) => void;
}

/** The longest delay of the platform's timers; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * All waits under one signal. One abort listener and one timer serve all of them, because a run waits often and rarely reaches
 * a limit.
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

  /** Waits for work, as {@link waitFor} does. */
  for<Result>(work: (signal: AbortSignal) => Promise<Result>, limits: WaitLimits = {}): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (this.signal.aborted) return reject(aborted(false));
      const { timeoutMs = Infinity, graceMs = 0, hasEffect = false } = limits;
      const controller = new AbortController();
      const whenDue = (): AppError => timedOut(timeoutMs, hasEffect);
      const wait: Wait = { dueAt: Infinity, whenDue, graceMs, hasEffect, controller, reject };
      this.#begin(wait);
      if (timeoutMs !== Infinity) this.#scheduleIn(timeoutMs, wait);
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

  /** Removes the abort listener and the timer. Call it when no work is open. */
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

  #scheduleIn(ms: number, wait: Wait): void {
    wait.dueAt = performance.now() + ms;
    if (wait.dueAt >= this.#timerDueAt) return;
    clearTimeout(this.#timer);
    this.#timerDueAt = wait.dueAt;
    this.#timer = setTimeout(() => this.#rejectDue(), Math.min(ms, longestTimerMs));
  }

  #rejectDue(): void {
    this.#timerDueAt = Infinity;
    const now = performance.now();
    for (const wait of this.#open) {
      if (wait.dueAt <= now) this.#reject(wait, wait.whenDue());
      else if (wait.dueAt < Infinity) this.#scheduleIn(wait.dueAt - now, wait);
    }
  }

  #reject(wait: Wait, error: AppError): void {
    this.#open.delete(wait);
    wait.reject(error);
    wait.controller.abort(error);
  }

  #abort(): void {
    for (const wait of this.#open) {
      const error = aborted(wait.hasEffect);
      if (wait.graceMs === 0) {
        this.#reject(wait, error);
      } else {
        wait.whenDue = () => error;
        this.#scheduleIn(wait.graceMs, wait);
        wait.controller.abort(error);
      }
    }
  }
}

function aborted(hasEffect: boolean): AppError {
  const warning = hasEffect ? '; it may have taken effect' : '';
  return new AppError({ code: 'ABORTED', message: `Stopped before it was done${warning}.` });
}

function timedOut(timeoutMs: number, hasEffect: boolean): AppError {
  const warning = hasEffect ? '; it may still take effect' : '';
  return new AppError({ code: 'TIMEOUT', message: `Not done after ${timeoutMs} ms${warning}.` });
}
