import { AppError } from '../error/app-error.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { Closing, PendingTurn, StopLimit, StopReason } from './agentic-result.ts';
import type { Ledger } from './ledger.ts';
import type { FinishTool } from './loop-tools.ts';

/** How a run ends. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly limit?: StopLimit;
  readonly error?: AppError;
  readonly pending?: PendingTurn;
}

/** Why the calls of a turn are not run. Unless it is final, the finish tool still runs. */
export interface Withholding {
  readonly reason: string;
  readonly isFinal?: boolean;
}

/** A turn after the model's answer. */
interface TurnFacts {
  readonly finish: FinishReason;
  readonly hasCalls: boolean;
  readonly wrapUp: boolean;
  /** Set when the turn is the last. */
  readonly closing: Closing | undefined;
  /** Set when a hook failed on the answer. */
  readonly error: AppError | undefined;
}

/** How the run ends after a turn; `undefined` while there are calls to run. Calls count whatever the finish reason is. */
export function endingAfter({ finish, hasCalls, wrapUp, closing, error }: TurnFacts): Ending | undefined {
  if (error !== undefined) return { stopReason: 'model_error', error };
  if (finish === 'length') return { stopReason: 'truncated' };
  if (finish === 'content_filter') return { stopReason: 'refused' };
  if (closing !== undefined && (wrapUp || hasCalls)) return closing;
  return hasCalls ? undefined : { stopReason: 'final' };
}

/**
 * How a run with a finish tool ends after a turn's calls: with the answer, or with an error once the model has failed to give
 * one. `ending` is how it ends otherwise.
 */
export function endingWithOutput(
  ending: Ending | undefined,
  { tool, answer }: FinishTool,
  { calls }: Pick<Ledger, 'calls'>,
): Ending | undefined {
  if (answer() !== undefined) return ending ?? { stopReason: 'final' };
  const refused = calls.filter((call) => call.tool === tool.name && call.isError).length;
  const isOver = ending === undefined ? refused > 1 : ending.stopReason === 'final';
  return isOver ? { stopReason: 'model_error', error: outputMissing() } : ending;
}

/** Why the calls of the last turn are not run. */
export function withholdingAt({ stopReason }: Ending): Withholding {
  switch (stopReason) {
    case 'max_iterations':
    case 'budget':
    case 'repeated_call':
      return { reason: 'no tool call was allowed in this turn.' };
    case 'truncated':
      return { reason: 'the answer was cut off at the output limit, so the input may be incomplete.', isFinal: true };
    case 'refused':
      return { reason: 'the answer was stopped by a content filter.', isFinal: true };
    default:
      return { reason: 'the run had ended.', isFinal: true };
  }
}

function outputMissing(): AppError {
  return new AppError({ code: 'EXTERNAL_API_ERROR', message: 'The model gave no answer of the asked-for shape.' });
}
