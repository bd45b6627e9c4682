/** Deduplicates concurrent work: a caller of work in progress waits for it instead of starting it again. */
export class SharedWork {
  readonly #running = new Map<
    string,
    { readonly done: Promise<void>; readonly controller: AbortController; waiting: number }
  >();

  /**
   * Waits for the work of this name, and starts it if it is not in progress. Its signal fires once no caller waits any
   * more.
   */
  async wait(name: string, begin: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const work = this.#running.get(name) ?? this.#begin(name, begin);
    work.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = (): void => left.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([work.done, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      work.waiting -= 1;
      if (work.waiting === 0) this.#end(name, work);
    }
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<void>) {
    const controller = new AbortController();
    const work = { done: begin(controller.signal), controller, waiting: 0 };
    this.#running.set(name, work);
    return work;
  }

  #end(name: string, work: { readonly controller: AbortController }): void {
    if (this.#running.get(name) === work) this.#running.delete(name);
    work.controller.abort();
  }
}
