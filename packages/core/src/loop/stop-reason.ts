/**
 * Why a loop ended.
 *
 * - `final`: the model gave its answer.
 * - `max_iterations`, `budget`: a limit was reached; the answer is the wrap-up turn's.
 * - `repeated_call`: the model kept making the same call.
 * - `approval`: a call waits for a decision; `pending` says which.
 * - `aborted`: the signal fired.
 * - `truncated`: the model ran into its output limit. `refused`: it declined or was filtered.
 * - `model_error`: the model failed; `error` says how.
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
