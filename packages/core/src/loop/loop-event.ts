import type { AppError } from '../error/app-error.ts';
import type { AssistantMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { Usage } from '../model/usage.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import type { StopReason } from './agentic-result.ts';

/**
 * Why a turn is restarted: the model failed and is retried (`retry`) or replaced (`fallback`); its answer was empty, malformed,
 * truncated within a tool call or not given as `output`; or a hook requested another.
 */
export type RestartReason = 'retry' | 'fallback' | 'empty' | 'malformed' | 'truncated' | 'output' | 'hook';

/**
 * One event of a run, in order. `turn` counts from 0.
 *
 * A turn is `turn_start`, deltas and `tool_call_start`s as they stream, `turn_end`, then for each call `tool_call` (with the
 * whole input), output of the running tool (`tool_output`) and `tool_result`, or `approval_required`, which ends the run.
 * `turn_restarted` voids everything that the turn has streamed so far. The last event is the only `loop_end`.
 */
export type LoopEvent =
  | { readonly type: 'turn_start'; readonly turn: number; readonly model: string; readonly wrapUp: boolean }
  | {
      /** The turn is requested again, from `model`: its deltas and calls so far are void. */
      readonly type: 'turn_restarted';
      readonly turn: number;
      readonly model: string;
      readonly reason: RestartReason;
      /** The model's failure, if it failed. */
      readonly error?: AppError;
      /** Delay before the request, in milliseconds. */
      readonly delayMs: number;
      /** True when the turn's next delta tells the reader why it is restarted. */
      readonly hasNotice?: true;
    }
  | {
      /** The messages that the model is shown were compacted before a turn; the history stays whole. Tokens are estimates. */
      readonly type: 'context_compacted';
      readonly turn: number;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
      /** True when older turns became a summary, false when only older results were left out. */
      readonly summarized: boolean;
    }
  | { readonly type: 'content_delta'; readonly turn: number; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly turn: number; readonly text: string }
  | { readonly type: 'tool_call_start'; readonly turn: number; readonly id: string; readonly name: string }
  | {
      readonly type: 'turn_end';
      readonly turn: number;
      readonly finish: FinishReason;
      /** Usage of the turn, including void answers. */
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
      /** A call waits for approval. It is emitted again, as a `tool_call`, when the run resumes. */
      readonly type: 'approval_required';
      readonly turn: number;
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    }
  | {
      /** Output of a running tool. */
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
      /** The result as the model sees it. */
      readonly output: string;
      readonly isError: boolean;
      readonly durationMs: number;
      readonly clientEvents: readonly ClientEvent[];
    }
  | { readonly type: 'loop_end'; readonly stopReason: StopReason; readonly usage: Usage; readonly error?: AppError };
