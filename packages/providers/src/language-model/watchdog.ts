import { AppError } from '@shipmate/core';
import type { Vendor } from './vendor.ts';

/** How long a provider may be silent, in milliseconds. */
export interface Silence {
  /** From the request to the first part of the answer. */
  readonly firstByteMs: number;
  /** Between two parts of the answer. */
  readonly idleMs: number;
}

/**
 * Fires its signal, with an AppError `TIMEOUT` as the reason, when a provider has been silent for too long.
 *
 * One timer serves the whole answer: a sign of life only moves the deadline.
 */
export class Watchdog {
  readonly #controller = new AbortController();
  readonly #vendor: Vendor;
  readonly #silence: Silence;
  #patienceMs: number;
  #lastSignMs = performance.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor(vendor: Vendor, silence: Silence) {
    this.#vendor = vendor;
    this.#silence = silence;
    this.#patienceMs = silence.firstByteMs;
    this.#timer = this.#wakeIn(this.#patienceMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The provider has answered something. */
  heard(): void {
    this.#lastSignMs = performance.now();
    if (this.#patienceMs === this.#silence.idleMs) return;
    this.#patienceMs = this.#silence.idleMs;
    clearTimeout(this.#timer);
    this.#timer = this.#wakeIn(this.#patienceMs);
  }

  /** To be called when the answer has ended. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #wakeIn(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#look(), Math.min(ms, longestTimerMs));
  }

  #look(): void {
    const leftMs = this.#lastSignMs + this.#patienceMs - performance.now();
    if (leftMs > 0) {
      this.#timer = this.#wakeIn(leftMs);
      return;
    }
    const { id, name } = this.#vendor;
    this.#controller.abort(
      new AppError({
        code: 'TIMEOUT',
        message: `${name} has been silent for ${this.#patienceMs} ms.`,
        details: { provider: id },
      }),
    );
  }
}

/** What a timer of the platform can hold; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
