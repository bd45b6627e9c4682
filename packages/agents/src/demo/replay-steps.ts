import type { ToolResultPart } from '@shipmate/core';
import type { DemoStep, DemoSteps } from './demo-steps.ts';

/** The progress of work: its next step, or its result. */
type DemoProgress<Result> = { readonly next: DemoStep } | { readonly result: Result };

/**
 * Runs work from its beginning with the results so far. The work depends on nothing else, so the same results lead to
 * the same step in every process.
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
