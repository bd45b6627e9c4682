/** The limits on a provider's silence, in milliseconds. */
export interface Silence {
  /** From the request to the first part of the answer. */
  readonly firstByteMs: number;
  /** Between two parts of the answer. */
  readonly idleMs: number;
}

/**
 * Detects a provider that is silent for too long while the reader waits; a slow reader does not count as silence.
 *
 * One timer serves a whole answer: activity only moves the deadline.
 */
export class Watchdog {
  readonly #idleMs: number;
  readonly #onSilence: (silenceMs: number) => void;
  #silenceMs: number;
  /** `undefined` while no reader waits. */
  #silentSinceMs: number | undefined = performance.now();
  #timer: ReturnType<typeof setTimeout>;

  constructor({ firstByteMs, idleMs }: Silence, onSilence: (silenceMs: number) => void) {
    this.#idleMs = idleMs;
    this.#onSilence = onSilence;
    this.#silenceMs = firstByteMs;
    this.#timer = this.#wakeIn(firstByteMs);
  }

  /** Records a part from the provider. */
  heard(): void {
    this.#silentSinceMs = undefined;
    if (this.#silenceMs === this.#idleMs) return;
    this.#silenceMs = this.#idleMs;
    clearTimeout(this.#timer);
    this.#timer = this.#wakeIn(this.#idleMs);
  }

  /** Records that the reader waits for the next part. */
  listen(): void {
    this.#silentSinceMs ??= performance.now();
  }

  /** Stops watching when the answer has ended. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #wakeIn(ms: number): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#check(), Math.min(ms, longestTimerMs));
  }

  #check(): void {
    const now = performance.now();
    const leftMs = (this.#silentSinceMs ?? now) + this.#silenceMs - now;
    if (leftMs > 0) this.#timer = this.#wakeIn(leftMs);
    else this.#onSilence(this.#silenceMs);
  }
}

/** The longest delay of a platform timer; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;
