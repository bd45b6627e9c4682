import type { SharedOutput } from '../tool/call-tool.ts';

/** The reads of one run: an identical read that is in progress is not executed again. */
export class SharedReads {
  readonly #inProgress = new Map<string, Promise<unknown>>();

  /** Answers a read. Reads with the same `key`, tool and input, are identical. */
  async read(key: string, execute: () => Promise<unknown>): Promise<SharedOutput> {
    const earlier = this.#inProgress.get(key);
    if (earlier !== undefined) return { output: await earlier, reused: true };

    const execution = execute();
    this.#inProgress.set(key, execution);
    try {
      return { output: await execution, reused: false };
    } finally {
      this.#inProgress.delete(key);
    }
  }
}
