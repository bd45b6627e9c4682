import type { AppError } from '../error/app-error.ts';
import type { AssistantMessage } from '../message/message.ts';
import type { FinishReason } from '../model/model-event.ts';
import type { Usage } from '../model/usage.ts';
import type { ClientEvent } from '../tool/client-event.ts';
import type { StopReason } from './stop-reason.ts';

/**
 * What happens in a loop, in order. `turn` counts from 0.
 *
 * A turn is `turn_start`, deltas and `tool_call_start`s as they stream, `turn_end`, then for each call `tool_call` (its
 * whole input) and `tool_result`. The last event is the one `loop_end`.
 */
export type LoopEvent =
  | { readonly type: 'turn_start'; readonly turn: number; readonly model: string; readonly wrapUp: boolean }
  | { readonly type: 'content_delta'; readonly turn: number; readonly text: string }
  | { readonly type: 'thinking_delta'; readonly turn: number; readonly text: string }
  | { readonly type: 'tool_call_start'; readonly turn: number; readonly id: string; readonly name: string }
  | {
      readonly type: 'turn_end';
      readonly turn: number;
      readonly finish: FinishReason;
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
