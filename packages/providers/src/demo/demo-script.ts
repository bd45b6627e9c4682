import type { ModelRequest } from '@shipmate/core';

/** What the demo model says and does in one turn. */
export interface DemoTurn {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly input: unknown }[];
}

/**
 * Chooses the demo model's turn from the request alone, so that the same request always gets the same answer, in any process.
 *
 * **Contract.** When `toolChoice` is `none` it answers in words; calls that it makes nevertheless are dropped.
 */
export type DemoScript = (request: ModelRequest) => DemoTurn;
