/** How long a provider may be silent, in milliseconds. */
export interface Silence {
  /** From the request to the first part of the answer. */
  readonly firstByteMs: number;
  /** Between two parts of the answer. */
  readonly idleMs: number;
}

/**
 * Tells when a provider has been silent for too long while it was listened to; a reader that takes its time is no silence.
 *
 * One timer serves a whole answer: a sign of life only moves the deadline.
 */
export class Watchdog {
  readonly #idleMs: number;
  readonly #onSilence: (patienceMs: number) => void;
  #patienceMs: number;
  /** `undefined` while nobody listens. */
  #silentSinceMs: number | undefined = performance.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor({ firstByteMs, idleMs }: Silence, onSilence: (patienceMs: number) => void) {
    this.#idleMs = idleMs;
    this.#onSilence = onSilence;
    this.#patienceMs = firstByteMs;
    this.#timer = this.#wakeIn(firstByteMs);
  }

  /** The provider has answered something. */
  heard(): void {
    this.#silentSinceMs = undefined;
    if (this.#patienceMs === this.#idleMs) return;
    this.#patienceMs = this.#idleMs;
    clearTimeout(this.#timer);
    this.#timer = this.#wakeIn(this.#idleMs);
  }

  /** More is awaited. */
  listen(): void {
    this.#silentSinceMs ??= performance.now();
  }

  /** The answer has ended. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #wakeIn(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#look(), Math.min(ms, longestTimerMs));
  }

  #look(): void {
    const now = performance.now();
    const leftMs = (this.#silentSinceMs ?? now) + this.#patienceMs - now;
    if (leftMs > 0) this.#timer = this.#wakeIn(leftMs);
    else this.#onSilence(this.#patienceMs);
  }
}

/** What a timer of the platform can hold; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
