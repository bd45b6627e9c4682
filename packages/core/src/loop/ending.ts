import type { Withholding } from '../call/tool-call-answerer.ts';
import { AppError } from '../error/app-error.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { LoopParts } from './loop-parts.ts';
import type { PendingTurn } from './pending-turn.ts';
import type { Closing, StopLimit, StopReason } from './stop-reason.ts';

/** How a run ends. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly limit?: StopLimit;
  readonly error?: AppError;
  readonly pending?: PendingTurn;
}

/** What a turn came to. */
export interface TurnFacts {
  readonly finish: FinishReason;
  readonly hasCalls: boolean;
  readonly wrapUp: boolean;
  /** Why the turn is the last one. */
  readonly closing: Closing | undefined;
  /** How a hook failed over it. */
  readonly error: AppError | undefined;
}

/** How the run ends after a turn; `undefined` while there are calls to run. Calls count, whatever the finish reason says. */
export function endingAfter({ finish, hasCalls, wrapUp, closing, error }: TurnFacts): Ending | undefined {
  if (error !== undefined) return { stopReason: 'model_error', error };
  if (finish === 'length') return { stopReason: 'truncated' };
  if (finish === 'content_filter') return { stopReason: 'refused' };
  if (closing !== undefined && (wrapUp || hasCalls)) return closing;
  return hasCalls ? undefined : { stopReason: 'final' };
}

/** How the run ends after a turn's calls: a hook or the like failed, or the answer of the asked-for shape was given, or failed to be. */
export function endingAfterCalls(parts: LoopParts, ending: Ending | undefined): Ending | undefined {
  const { answerer, ledger, settings } = parts;
  if (answerer.failure !== undefined) return { stopReason: 'model_error', error: answerer.failure };
  if (settings.finish === undefined) return ending;
  const { tool, answer } = settings.finish;
  if (answer() !== undefined) return ending ?? { stopReason: 'final' };
  const refused = ledger.calls.filter((call) => call.tool === tool.name && call.isError).length;
  const isOver = ending === undefined ? refused > 1 : ending.stopReason === 'final';
  return isOver ? { stopReason: 'model_error', error: outputMissing() } : ending;
}

/** Why calls are not run in a turn that the run ends with. */
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
