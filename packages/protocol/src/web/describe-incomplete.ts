import type { StopReason } from '@shipmate/core';

/** Why a run that ended without an error is incomplete, and what to do. */
const reasons: Partial<Record<StopReason, string>> = {
  truncated:
    'The answer is incomplete: the model reached its limit of output tokens. Ask it to continue, or ask for less at once.',
  refused:
    'The answer is incomplete: the model or its provider refused or filtered it. Rephrase the question, or choose another model.',
  max_iterations: 'The work is incomplete: it reached its limit of steps. Ask it to continue.',
  budget: 'The work is incomplete: it reached its limit of cost, tokens or time. Ask it to continue.',
  repeated_call:
    'The work is incomplete: the model kept making the same call. Rephrase the question, or choose another model.',
};

/** Describes why the work of a completed run is incomplete; `undefined` if it is complete, and for a run that did not complete. */
export function describeIncomplete(run: {
  readonly status: string;
  readonly stopReason: StopReason | null;
}): string | undefined {
  return run.status === 'completed' && run.stopReason !== null ? reasons[run.stopReason] : undefined;
}
