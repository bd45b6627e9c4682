import { createReadResult, readResultName } from './read-result.ts';
import { ResultStore } from './result-store.ts';
import type { Toolbox } from './toolbox.ts';

/** Lets a model read on in results that it has seen in part only: it has a tool for that once there is one. */
export class ResultReader {
  readonly #results = new ResultStore();
  readonly #toolbox: Toolbox;
  readonly #pageChars: number;
  #isOffered: boolean | undefined;

  constructor(toolbox: Toolbox, pageChars: number) {
    this.#toolbox = toolbox;
    this.#pageChars = pageChars;
  }

  /**
   * The handle to read on with; `undefined` where the caller has a tool of that name, which knows nothing of handles, or so
   * many tools that no provider would take one more.
   */
  keep(toolCallId: string, text: string): string | undefined {
    this.#isOffered ??= this.#offer();
    return this.#isOffered ? this.#results.keep(toolCallId, text) : undefined;
  }

  #offer(): boolean {
    if (this.#toolbox.isFull || this.#toolbox.has(readResultName)) return false;
    this.#toolbox.add(createReadResult(this.#results, this.#pageChars));
    return true;
  }
}
