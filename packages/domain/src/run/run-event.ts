import type { ClientEvent, JsonValue, StopReason, Usage } from '@shipmate/core';
import type { UnknownCallChoice } from './run-tool-call.ts';

/**
 * An event of a run as stored. Deltas are coalesced into rows that keep them apart.
 *
 * A run is `run_started`, then turns and changes of its status; the last event is its only `run_ended`.
 */
export type RunEvent =
  /** The model is null for the default model of a kind without a conversation. */
  | { readonly type: 'run_started'; readonly model: string | null }
  /** A remediation has another status. The reason is a sentence for a person. */
  | { readonly type: 'remediation_status'; readonly status: string; readonly reason: string | null }
  /** The execution of an action of a remediation's plan has another status. */
  | {
      readonly type: 'remediation_action';
      readonly actionId: string;
      readonly status: string;
      readonly error: string | null;
    }
  /** An action of a rule's execution has another status. The port is null until it has ended. */
  | {
      readonly type: 'rule_step';
      readonly actionId: string;
      readonly name: string;
      readonly status: string;
      readonly port: string | null;
      readonly error: string | null;
    }
  /** An index of code is in another phase, or further in it. The total is zero while it is unknown. */
  | { readonly type: 'index_progress'; readonly phase: string; readonly done: number; readonly total: number }
  | { readonly type: 'turn_started'; readonly turn: number; readonly model: string }
  /** Discards the turn's output so far; the turn is requested again, from `model`. */
  | {
      readonly type: 'turn_restarted';
      readonly turn: number;
      readonly model: string;
      /** True when the turn's next content tells the reader why it is restarted. */
      readonly hasNotice?: true;
    }
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
  /** Output of a tool during its execution. */
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
  /** The run waits until a person approves or denies the call. */
  | {
      readonly type: 'approval_required';
      readonly turn: number;
      readonly toolCallId: string;
      readonly name: string;
      readonly approvalId: string;
    }
  /** The call has an unknown outcome: the run waits until a person decides. */
  | { readonly type: 'tool_call_unknown'; readonly turn: number; readonly toolCallId: string; readonly name: string }
  /** The person's decision; the result follows at once, or after the call has been repeated. */
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
      /** In US dollars; null when a price is unknown, absent in events of earlier versions. */
      readonly costUsd?: number | null;
      readonly error?: { readonly code: string; readonly message: string };
    };

/** An event with its sequence number in the run's log: 1, 2, 3 … without gaps. */
export interface NumberedRunEvent {
  readonly sequence: number;
  readonly event: RunEvent;
}

/** An event as the database stores it. */
export interface StoredRunEvent extends NumberedRunEvent {
  readonly runId: string;
  readonly createdAt: Date;
}

/** An event for a subscriber, whose deltas may arrive in parts, also before they are stored. */
export interface BroadcastRunEvent extends NumberedRunEvent {
  /** Index of its first delta among all deltas of the event. Default 0. */
  readonly firstDelta?: number;
}
