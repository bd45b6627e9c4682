import type { AppError } from '../error/app-error.ts';
import type { AssistantMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { Usage } from '../model/usage.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import type { StopReason } from './stop-reason.ts';

/**
 * Why a turn is asked for again: the model failed and is tried again (`retry`), or the next model is (`fallback`); its answer
 * was empty, malformed, cut off within a tool call or not given as `output`; or a hook wants another.
 */
export type RestartReason = 'retry' | 'fallback' | 'empty' | 'malformed' | 'truncated' | 'output' | 'hook';

/**
 * What happens in a loop, in order. `turn` counts from 0.
 *
 * A turn is `turn_start`, deltas and `tool_call_start`s as they stream, `turn_end`, then for each call `tool_call` (its
 * whole input), what the tool says while it works (`tool_output`) and `tool_result`, or `approval_required`, which ends the loop.
 * `turn_restarted` voids what the turn has streamed so far. The last event is the one `loop_end`.
 */
export type LoopEvent =
  | { readonly type: 'turn_start'; readonly turn: number; readonly model: string; readonly wrapUp: boolean }
  | {
      /** The turn is asked for again, of `model`: deltas and calls that it has streamed so far are void. */
      readonly type: 'turn_restarted';
      readonly turn: number;
      readonly model: string;
      readonly reason: RestartReason;
      /** How the model failed, where it did. */
      readonly error?: AppError;
      /** How long is waited first. */
      readonly delayMs: number;
    }
  | {
      /** What the model is shown was shortened before a turn; the history stays whole. Tokens are estimates. */
      readonly type: 'context_compacted';
      readonly turn: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** Whether older turns were summed up, not only older results left out. */
      readonly summarized: boolean;
    }
  | { readonly type: 'content_delta'; readonly turn: number; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly turn: number; readonly text: string }
  | { readonly type: 'tool_call_start'; readonly turn: number; readonly id: string; readonly name: string }
  | {
      readonly type: 'turn_end';
      readonly turn: number;
      readonly finish: FinishReason;
      /** What the turn spent, void answers included. */
      readonly usage: Usage;
      readonly message: AssistantMessage;
    }
  | {
      readonly type: 'tool_call';
      readonly turn: number;
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    }
  | {
      /** A call waits for a decision. It is told of again, as a `tool_call`, when the run goes on. */
      readonly type: 'approval_required';
      readonly turn: number;
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    }
  | {
      /** What a tool says while it works. */
      readonly type: 'tool_output';
      readonly turn: number;
      readonly id: string;
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly type: 'tool_result';
      readonly turn: number;
      readonly id: string;
      readonly name: string;
      /** What the model sees. */
      readonly output: string;
      readonly isError: boolean;
      readonly durationMs: number;
      readonly clientEvents: readonly ClientEvent[];
    }
  | { readonly type: 'loop_end'; readonly stopReason: StopReason; readonly usage: Usage; readonly error?: AppError };
