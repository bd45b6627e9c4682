import type { JsonValue } from '@shipmate/core';

/** A tool call that a model can cite as evidence. */
export interface EvidenceCall {
  /** Reference to the call: `c1`, `c2` … in the order of their results. */
  readonly id: string;
  readonly tool: string;
  readonly input: JsonValue;
  /** The output that the model saw. */
  readonly output: string;
  readonly isError: boolean;
}
