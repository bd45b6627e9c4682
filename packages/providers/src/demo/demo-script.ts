import type { ModelRequest } from '@shipmate/core';

/** One turn of the demo model. */
export interface DemoTurn {
  readonly text?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly input: unknown }[];
}

/**
 * Chooses the demo model's turn from the request alone, so that the same request always gets the same answer, in any
 * process.
 *
 * **Contract.** When `toolChoice` is `none` it answers with text; tool calls are dropped.
 */
export type DemoScript = (request: ModelRequest) => DemoTurn;
