import type { BudgetLimit } from '../budget/budget.ts';

/** What can run out: a limit of the budget, or the patience with calls that fail one after another. */
export type StopLimit = BudgetLimit | 'failures';

/**
 * Why a loop ended.
 *
 * - `final`: the model gave its answer.
 * - `max_iterations`, `budget`: a limit was reached; the answer is the wrap-up turn's. `limit` says which limit.
 * - `repeated_call`: the model kept making the same call; the answer is the wrap-up turn's.
 * - `approval`: a call waits for a decision; `pending` says which.
 * - `aborted`: the signal fired.
 * - `truncated`: the model ran into its output limit. `refused`: it declined or was filtered.
 * - `model_error`: the model or a hook failed, or the asked-for output was not given; `error` says how.
 */
export type StopReason =
  | 'final'
  | 'max_iterations'
  | 'budget'
  | 'repeated_call'
  | 'approval'
  | 'aborted'
  | 'truncated'
  | 'refused'
  | 'model_error';

/** Why a turn is the last one: what the run ends with after it. */
export interface Closing {
  readonly stopReason: 'max_iterations' | 'budget' | 'repeated_call';
  readonly limit?: StopLimit;
}
