import type { Message } from '@shipmate/core';

/** Allocates tool call ids that are unique in a conversation, for providers that repeat ids or give none. */
export class ToolCallIds {
  readonly #used = new Set<string>();

  constructor(history: readonly Message[]) {
    for (const message of history) {
      for (const part of message.content) if (part.type === 'tool_call') this.#used.add(part.id);
    }
  }

  /** Returns the given id, or one derived from it when it is empty or already used. */
  claim(given: string): string {
    const base = given === '' ? `call_${globalThis.crypto.randomUUID()}` : given;
    let id = base;
    for (let copy = 2; this.#used.has(id); copy++) id = `${base}_${copy}`;
    this.#used.add(id);
    return id;
  }
}
