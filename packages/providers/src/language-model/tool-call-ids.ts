import type { Message } from '@shipmate/core';

/** Hands out tool call ids that are unique in a conversation, for providers that repeat ids or give none. */
export class ToolCallIds {
  readonly #used = new Set<string>();

  constructor(history: readonly Message[]) {
    for (const message of history) {
      for (const part of message.content) if (part.type === 'tool_call') this.#used.add(part.id);
    }
  }

  /** The given id, or one made of it when it is empty or taken. */
  claim(given: string): string {
    const base = given === '' ? `call_${globalThis.crypto.randomUUID()}` : given;
    let id = base;
    for (let copy = 2; this.#used.has(id); copy++) id = `${base}_${copy}`;
    this.#used.add(id);
    return id;
  }
}
