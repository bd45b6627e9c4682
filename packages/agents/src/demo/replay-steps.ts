import type { ToolResultPart } from '@shipmate/core';
import type { DemoStep, DemoSteps } from './demo-steps.ts';

/** Where work stands: its next step, or its result. */
export type DemoProgress<Result> = { readonly next: DemoStep } | { readonly result: Result };

/**
 * Runs work from its beginning, handing it the results that exist. Because the work depends on nothing else, the same
 * results always lead to the same step, in whichever process it is asked for.
 */
export function replaySteps<Result>(
  steps: DemoSteps<Result>,
  results: readonly ToolResultPart[],
): DemoProgress<Result> {
  let state = steps.next();
  for (const result of results) {
    if (state.done) break;
    state = steps.next(result);
  }
  return state.done ? { result: state.value } : { next: state.value };
}
