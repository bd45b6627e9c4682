import type { StopReason } from '@shipmate/core';
import type { Persona, RunEvent, RunStatus } from '@shipmate/domain';
import type { ColumnType, Generated } from 'kysely';

export interface RunTable {
  id: string;
  organization_id: string;
  user_id: string;
  conversation_id: string;
  workspace_id: string | null;
  model: string;
  persona: Generated<Persona>;
  status: RunStatus;
  stop_reason: StopReason | null;
  input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cache_read_tokens: Generated<number>;
  cache_write_tokens: Generated<number>;
  reasoning_tokens: Generated<number>;
  error_code: string | null;
  error_message: string | null;
  /** The sequence of the newest event; the next one is allocated here. */
  last_sequence: Generated<number>;
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
