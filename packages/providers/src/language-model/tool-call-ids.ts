import type { Message } from '@shipmate/core';

/** Allocates tool call ids that are unique in a conversation, for providers that repeat ids or give none. */
export class ToolCallIds {
  readonly #earlier: ReadonlySet<string>;
  readonly #claimed = new Set<string>();

  /** `earlier` holds the ids of the conversation so far. */
  constructor(earlier: ReadonlySet<string>) {
    this.#earlier = earlier;
  }

  /** Returns the given id, or one derived from it when it is empty or already used. */
  claim(given: string): string {
    const base = given === '' ? `call_${globalThis.crypto.randomUUID()}` : given;
    let id = base;
    for (let copy = 2; this.#earlier.has(id) || this.#claimed.has(id); copy++) id = `${base}_${copy}`;
    this.#claimed.add(id);
    return id;
  }
}

/** Adds the ids of a message's tool calls to a set. */
export function addCallIds(ids: Set<string>, { role, content }: Message): void {
  if (role !== 'assistant') return;
  for (const part of content) if (part.type === 'tool_call') ids.add(part.id);
}
