import type { AppError } from '../error/app-error.ts';
import type { Message } from '../message/message.ts';
import type { Usage } from '../model/usage.ts';
import type { ModelStep } from './model-step.ts';
import type { PendingTurn } from './pending-turn.ts';
import type { StopLimit, StopReason } from './stop-reason.ts';

/** One tool call that was carried out or tried. */
export interface ToolCallRecord {
  readonly tool: string;
  readonly input: unknown;
  /** What the tool returned, unbounded; for a failed call `{ error, code }`. */
  readonly output: unknown;
  readonly toolCallId: string;
  readonly isError: boolean;
  readonly durationMs: number;
  /** True when an identical call answered it, at the same time or earlier, and the tool did not run again. */
  readonly reused?: boolean;
}

/** What a loop came to. It is returned for every outcome; nothing that was spent or done is missing from it. */
export interface AgenticResult<Output = undefined> {
  /** The text of the last complete turn; when there is only an `output`, its JSON. */
  readonly finalMessage: string;
  /** Model turns taken, the wrap-up turn and those before `pending` counted. */
  readonly iterations: number;
  readonly toolCallsExecuted: readonly ToolCallRecord[];
  readonly totalTokens: { readonly input: number; readonly output: number };
  readonly stopReason: StopReason;
  /** With `budget`: what ran out. */
  readonly limit?: StopLimit;
  /** The whole history, valid: every tool call is answered. Pass it as `messages` to go on, with `pending` if there is one. */
  readonly messages: readonly Message[];
  /** What this run added to the history that it was given. */
  readonly newMessages: readonly Message[];
  /** Every request to a model, in order. Their usage adds up to `usage`. */
  readonly steps: readonly ModelStep[];
  readonly usage: Usage;
  /** Absent when the price of any step is not known. */
  readonly costUsd?: number;
  /** The structured answer, when one was asked for and given. */
  readonly output?: Output;
  readonly error?: AppError;
  /** With `approval`: the turn that waits. Its answer is not part of `messages` yet. */
  readonly pending?: PendingTurn;
}
