import { sql, type Kysely } from 'kysely';

/** Adds leases of runs, and the turns and tool calls with which another process resumes a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      add column origin text not null default 'chat' check (origin in ('chat', 'agent_chat', 'job', 'schedule')),
      add column detached boolean not null default true,
      add column attempt integer not null default 0 check (attempt >= 0),
      add column lease_owner text,
      add column lease_expires_at timestamptz,
      add column heartbeat_at timestamptz,
      add column stop_requested_at timestamptz,
      add column stop_requested_by_user_id uuid references app_user on delete set null,
      add column cost_usd double precision check (cost_usd >= 0),
      add column events_deleted_at timestamptz,
      add constraint run_lease check ((lease_owner is null) = (lease_expires_at is null)),
      add constraint run_executed check (lease_owner is null or status = 'running')`.execute(db);
  await sql`create index run_stop_requested_by on run (stop_requested_by_user_id)`.execute(db);
  await sql`create index run_log_kept on run (ended_at) where events_deleted_at is null`.execute(db);
  await endAbandonedRuns(db);

  await sql`
    create table run_step (
      run_id uuid not null references run on delete cascade,
      turn integer not null check (turn >= 0),
      model text not null,
      finish text not null check (finish in ('stop', 'tool_calls', 'length', 'content_filter', 'other')),
      input_tokens integer not null check (input_tokens >= 0),
      output_tokens integer not null check (output_tokens >= 0),
      cache_read_tokens integer not null check (cache_read_tokens >= 0),
      cache_write_tokens integer not null check (cache_write_tokens >= 0),
      reasoning_tokens integer not null check (reasoning_tokens >= 0),
      cost_usd double precision check (cost_usd >= 0),
      messages json not null,
      answers json,
      started_at timestamptz not null,
      ended_at timestamptz not null,
      primary key (run_id, turn)
    )`.execute(db);

  await sql`
    create table tool_call (
      run_id uuid not null references run on delete cascade,
      tool_call_id text not null,
      turn integer not null check (turn >= 0),
      name text not null,
      input json not null,
      effect text not null check (effect in ('read', 'write', 'destructive')),
      idempotent boolean not null,
      status text not null check (status in ('waiting', 'running', 'finished', 'failed', 'denied', 'unknown')),
      result json,
      started_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      primary key (run_id, tool_call_id),
      constraint tool_call_end check ((result is null) = (ended_at is null))
    )`.execute(db);
}

/** Ends earlier runs: they cannot be resumed, because only their logs were stored. */
async function endAbandonedRuns(db: Kysely<unknown>): Promise<void> {
  await sql`
    with ended as (
      update run
      set status = 'failed', stop_reason = 'aborted', error_code = 'UNAVAILABLE', ended_at = now(),
        error_message = 'The process that was answering stopped before it had finished. Ask again.',
        last_sequence = last_sequence + 1
      where ended_at is null
      returning *
    )
    insert into run_event (run_id, sequence, event)
    select id, last_sequence, json_build_object(
      'type', 'run_ended', 'status', status, 'stopReason', stop_reason,
      'usage', json_build_object(
        'inputTokens', 0, 'outputTokens', 0, 'cacheReadTokens', 0, 'cacheWriteTokens', 0, 'reasoningTokens', 0),
      'error', json_build_object('code', error_code, 'message', error_message))
    from ended`.execute(db);
}
