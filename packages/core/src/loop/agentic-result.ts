import type { BudgetLimit } from '../budget/budget.ts';
import type { AppError } from '../error/app-error.ts';
import type { AssistantMessage, Message, ToolCallPart, ToolResultPart } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { Usage } from '../model/usage.ts';

/** Result of a run of the loop. Every run returns one, with everything that it spent and did. */
export interface AgenticResult<Output = undefined> {
  /** The text of the last complete turn; when there is only an `output`, its JSON. */
  readonly finalMessage: string;
  /** Number of model turns, including the wrap-up turn and the turns before `pending`. */
  readonly iterations: number;
  readonly toolCallsExecuted: readonly ToolCallRecord[];
  readonly totalTokens: { readonly input: number; readonly output: number };
  readonly stopReason: StopReason;
  /** With `budget`: the limit that was reached. */
  readonly limit?: StopLimit;
  /** The whole history; every tool call in it is answered. Pass it as `messages` to resume, with `pending` if present. */
  readonly messages: readonly Message[];
  /** The messages that this run appended to the given history. */
  readonly newMessages: readonly Message[];
  /** Every request to a model, in order. Their usage adds up to `usage`. */
  readonly steps: readonly ModelStep[];
  readonly usage: Usage;
  /** Absent when the price of any step is unknown. */
  readonly costUsd?: number;
  /** The structured answer, if one was requested and given. */
  readonly output?: Output;
  readonly error?: AppError;
  /** With `approval`: the turn that waits. Its answer is not part of `messages` yet. */
  readonly pending?: PendingTurn;
}

/**
 * Why a run ended.
 *
 * - `final`: the model gave its answer.
 * - `max_iterations`, `budget`: a limit was reached; the answer is from the wrap-up turn. `limit` names the limit.
 * - `repeated_call`: the model kept making the same call; the answer is from the wrap-up turn.
 * - `approval`: a call waits for approval; `pending` names it.
 * - `aborted`: the signal fired.
 * - `truncated`: the model reached its output limit. `refused`: it declined or was filtered.
 * - `model_error`: the model or a hook failed, or the requested output was not given; see `error`.
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

/** A limit that ends a run: one of the budget, or the number of calls that failed in a row. */
export type StopLimit = BudgetLimit | 'failures';

/** Reason for a turn to be the last: how the run ends after it. */
export interface Closing {
  readonly stopReason: 'max_iterations' | 'budget' | 'repeated_call';
  readonly limit?: StopLimit;
}

/** One tool call that was carried out or attempted. */
export interface ToolCallRecord {
  readonly tool: string;
  readonly input: unknown;
  /** The tool's output, unbounded; for a failed call `{ error, code }`. */
  readonly output: unknown;
  readonly toolCallId: string;
  readonly isError: boolean;
  readonly durationMs: number;
  /** True when the output is that of an identical concurrent call, and the tool did not run again. */
  readonly reused?: boolean;
}

/** One request to a model: its usage and how it ended. A turn that was restarted took several. */
export interface ModelStep {
  readonly turn: number;
  readonly model: string;
  readonly usage: Usage;
  /** Absent when the price is unknown. */
  readonly costUsd?: number;
  /** How the answer ended; absent when there was none. */
  readonly finish?: FinishReason;
  readonly error?: AppError;
  /** `summary` when the request summarized older history instead of taking the turn. */
  readonly purpose: 'turn' | 'summary';
}

/** A turn with unanswered calls. It survives a JSON round trip, and a run can resume from it. */
export interface OpenTurn {
  readonly turn: number;
  readonly message: AssistantMessage;
  /** The answers that are known. A run that resumes carries out the other calls. */
  readonly answers: readonly ToolResultPart[];
}

/** The open turn of a run that waits for approval. */
export interface PendingTurn extends OpenTurn {
  /** The calls that wait for approval. */
  readonly waiting: readonly ToolCallPart[];
}
