import type { FinishReason, JsonValue, Message, StopReason, ToolEffect, ToolMessage } from '@shipmate/core';
import type {
  Persona,
  RunEvent,
  RunKindName,
  RunOrigin,
  RunStatus,
  ToolCallResult,
  ToolCallStatus,
} from '@shipmate/domain/run';
import type { ColumnType, Generated } from 'kysely';

export interface RunTable {
  id: string;
  organization_id: string;
  user_id: string;
  kind: Generated<RunKindName>;
  conversation_id: string | null;
  workspace_id: string | null;
  model: string | null;
  persona: Generated<Persona>;
  status: RunStatus;
  stop_reason: StopReason | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cache_read_tokens: Generated<number>;
  cache_write_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  follow_ups: ColumnType<readonly string[] | null, string | null | undefined, string>;
  error_code: string | null;
  error_message: string | null;
  /** The sequence number of the newest event; the next one is allocated here. */
  last_sequence: Generated<number>;
  origin: Generated<RunOrigin>;
  detached: Generated<boolean>;
  attempt: Generated<number>;
  /** The owner of the lease, also after the owner has died; with `lease_expires_at`, by the database's clock. */
  lease_owner: string | null;
  lease_expires_at: Date | null;
  heartbeat_at: Date | null;
  /** The time at which a waiting run can be claimed; null if it waits for a decision only. */
  wake_at: Date | null;
  stop_requested_at: Date | null;
  stop_requested_by_user_id: string | null;
  cost_usd: number | null;
  events_deleted_at: Date | null;
  /** The time at which it last had a reader. */
  read_at: Date | null;
  /** The run that this one retries, keeping `kept_turns` of it. */
  retried_run_id: string | null;
  kept_turns: Generated<number>;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

export interface RunEventTable {
  run_id: string;
  sequence: number;
  /** `json`, not `jsonb`: it keeps the order of keys, NUL and lone surrogates. */
  event: ColumnType<RunEvent, string, never>;
  created_at: Generated<Date>;
}

export interface RunStepTable {
  run_id: string;
  turn: number;
  model: string;
  finish: FinishReason;
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  reasoning_tokens: number;
  cost_usd: number | null;
  /** The messages that the turn appended to the history, except the results of its calls. */
  messages: ColumnType<readonly Message[], string, string>;
  /** The results of its calls; null while a call has none, and if they are exactly those of `tool_call`. */
  answers: ColumnType<ToolMessage | null, never, string>;
  started_at: Date;
  ended_at: Date;
}

export interface ToolCallTable {
  run_id: string;
  tool_call_id: string;
  turn: number;
  name: string;
  input: ColumnType<JsonValue, string, string>;
  effect: ToolEffect;
  idempotent: boolean;
  status: ToolCallStatus;
  result: ColumnType<ToolCallResult | null, string | null, string | null>;
  /** Estimated tokens of the result as the model saw it; null without one, and for turns that a retry kept. */
  result_tokens: number | null;
  started_at: Generated<Date>;
  ended_at: Date | null;
}
