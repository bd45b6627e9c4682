import type { AppError } from '../error/app-error.ts';
import type { Message } from '../message/message.ts';
import type { Usage } from '../model/usage.ts';
import type { StopReason } from './stop-reason.ts';

/** One tool call that was carried out or tried. */
export interface ToolCallRecord {
  readonly tool: string;
  readonly input: unknown;
  /** What the tool returned, unbounded; for a failed call `{ error, code }`. */
  readonly output: unknown;
  readonly toolCallId: string;
  readonly isError: boolean;
  readonly durationMs: number;
}

/** What a loop came to. It is returned for every outcome; nothing that was spent or done is missing from it. */
export interface AgenticResult {
  /** The text of the last complete turn. */
  readonly finalMessage: string;
  /** Model turns taken, the wrap-up turn counted. */
  readonly iterations: number;
  readonly toolCallsExecuted: readonly ToolCallRecord[];
  readonly totalTokens: { readonly input: number; readonly output: number };
  readonly stopReason: StopReason;
  /** The whole history, valid: every tool call is answered. Pass it as `messages` to go on. */
  readonly messages: readonly Message[];
  readonly usage: Usage;
  readonly error?: AppError;
}
