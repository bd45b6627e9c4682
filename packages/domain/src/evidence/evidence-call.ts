import type { JsonValue } from '@shipmate/core';

/** A tool call on which a claim of a model can rest. */
export interface EvidenceCall {
  /** How it is referred to: `c1`, `c2` … in the order in which calls were answered. */
  readonly id: string;
  readonly tool: string;
  readonly input: JsonValue;
  /** What the model saw. */
  readonly output: string;
  readonly isError: boolean;
}
