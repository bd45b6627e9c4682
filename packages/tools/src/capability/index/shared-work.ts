/** Work of which the same is not begun twice at a time: who asks for it while it goes on waits for what goes on. */
export class SharedWork {
  readonly #running = new Map<
    string,
    { readonly done: Promise<void>; readonly controller: AbortController; waiting: number }
  >();

  /** Waits for the work of this name, beginning it when nobody has. Its signal fires once nobody waits any more. */
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
