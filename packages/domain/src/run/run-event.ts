import type { ClientEvent, JsonValue, StopReason, Usage } from '@shipmate/core';
import type { UnknownCallChoice } from './run-tool-call.ts';

/**
 * What a run did, as it is stored. Deltas are coalesced into rows that keep them apart.
 *
 * A run is `run_started`, then turns; the last event is the one `run_ended`.
 */
export type RunEvent =
  | { readonly type: 'run_started'; readonly model: string }
  | { readonly type: 'turn_started'; readonly turn: number; readonly model: string }
  /** What the turn has said so far is void; it is asked for again, of `model`. */
  | { readonly type: 'turn_restarted'; readonly turn: number; readonly model: string }
  | { readonly type: 'content'; readonly turn: number; readonly deltas: readonly string[] }
  | { readonly type: 'thinking'; readonly turn: number; readonly deltas: readonly string[] }
  | { readonly type: 'tool_call_started'; readonly turn: number; readonly toolCallId: string; readonly name: string }
  | {
      readonly type: 'tool_call';
      readonly turn: number;
      readonly toolCallId: string;
      readonly name: string;
      readonly input: JsonValue;
    }
  /** What a tool said while it worked. */
  | {
      readonly type: 'tool_output';
      readonly turn: number;
      readonly toolCallId: string;
      readonly name: string;
      readonly deltas: readonly string[];
    }
  | {
      readonly type: 'tool_result';
      readonly turn: number;
      readonly toolCallId: string;
      readonly name: string;
      readonly output: string;
      readonly isError: boolean;
      readonly durationMs: number;
      readonly clientEvents: readonly ClientEvent[];
    }
  /** The call is made only if a person approves it: the run waits until then. */
  | {
      readonly type: 'approval_required';
      readonly turn: number;
      readonly toolCallId: string;
      readonly name: string;
      readonly approvalId: string;
    }
  /** Nobody knows whether the call took effect: a person decides, and the run waits until then. */
  | { readonly type: 'tool_call_unknown'; readonly turn: number; readonly toolCallId: string; readonly name: string }
  /** What the person said of it; the result follows at once, or once the call was made again. */
  | {
      readonly type: 'tool_call_settled';
      readonly turn: number;
      readonly toolCallId: string;
      readonly choice: UnknownCallChoice;
    }
  | { readonly type: 'turn_ended'; readonly turn: number; readonly usage: Usage }
  | {
      readonly type: 'run_ended';
      readonly status: 'completed' | 'failed' | 'cancelled';
      readonly stopReason: StopReason;
      readonly usage: Usage;
      readonly error?: { readonly code: string; readonly message: string };
    };

/** An event with its place in its run's log: 1, 2, 3 … without gaps. */
export interface StoredRunEvent {
  readonly runId: string;
  readonly sequence: number;
  readonly event: RunEvent;
  readonly createdAt: Date;
}

/** An event as somebody is told of it who may be told its deltas in parts, also before they are stored. */
export interface ToldRunEvent extends Pick<StoredRunEvent, 'sequence' | 'event'> {
  /** The place of its first delta among all of the event. Default 0. */
  readonly firstDelta?: number;
}
