import { sql, type Kysely } from 'kysely';

/** Makes each remediation a run with the same id, which replaces its lease and its due time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRuns(db);
  await createSteps(db);
  await createEvents(db);
  await sql`
    alter table remediation
      drop column lease_owner,
      drop column lease_until,
      drop column due_at,
      drop column stop_requested_at,
      drop column updated_at,
      add constraint remediation_run foreign key (id) references run on delete cascade`.execute(db);
}

/** A remediation that a process may be executing is queued: its next owner checks each change that was begun. */
async function createRuns(db: Kysely<unknown>): Promise<void> {
  const tokens = (name: string) =>
    sql`case when ended_at is null then 0 else coalesce((spent -> 'usage' ->> ${sql.lit(name)})::integer, 0) end`;
  await sql`
    insert into run (id, organization_id, user_id, kind, model, origin, status, stop_reason, input_tokens, output_tokens,
      cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd, error_code, error_message, last_sequence,
      stop_requested_at, wake_at, created_at, ended_at)
    select id, organization_id, user_id, 'remediation', coalesce(spent ->> 'model', model), 'job',
      case
        when status = 'failed' then 'failed'
        when status = 'stopped' then 'cancelled'
        when ended_at is not null then 'completed'
        when status = 'awaiting_approval' or due_at is not null then 'waiting'
        else 'queued'
      end,
      case when ended_at is null then null when status in ('failed', 'stopped') then 'aborted' else 'final' end,
      ${tokens('inputTokens')}, ${tokens('outputTokens')}, ${tokens('cacheReadTokens')}, ${tokens('cacheWriteTokens')},
      ${tokens('reasoningTokens')},
      case when ended_at is null then null when spent is null then 0 else (spent ->> 'costUsd')::float8 end,
      case when status = 'failed' then 'INTERNAL_ERROR' end,
      case when status = 'failed' then coalesce(reason, 'It failed.') end,
      case when ended_at is null then 2 else 3 end,
      stop_requested_at,
      case when status = 'awaiting_approval' then expires_at when status = 'validating' then due_at end,
      created_at, ended_at
    from remediation`.execute(db);
}

/** The usage so far is already counted as spent, so it is stored as a turn. */
async function createSteps(db: Kysely<unknown>): Promise<void> {
  const tokens = (name: string) => sql`coalesce((spent -> 'usage' ->> ${sql.lit(name)})::integer, 0)`;
  await sql`
    insert into run_step (run_id, turn, model, finish, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, reasoning_tokens, cost_usd, messages, started_at, ended_at)
    select id, 0, spent ->> 'model', 'other', ${tokens('inputTokens')}, ${tokens('outputTokens')},
      ${tokens('cacheReadTokens')}, ${tokens('cacheWriteTokens')}, ${tokens('reasoningTokens')},
      (spent ->> 'costUsd')::float8, '[]', created_at, coalesce(ended_at, updated_at)
    from remediation where spent is not null`.execute(db);
}

/** The log of each run has its beginning, the current status and, if it has ended, the end. */
async function createEvents(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into run_event (run_id, sequence, event, created_at)
    select id, 1, json_build_object('type', 'run_started', 'model', model), created_at
    from run where kind = 'remediation'`.execute(db);
  await sql`
    insert into run_event (run_id, sequence, event, created_at)
    select id, 2, json_build_object('type', 'remediation_status', 'status', status, 'reason', reason),
      coalesce(ended_at, updated_at)
    from remediation`.execute(db);
  await sql`
    insert into run_event (run_id, sequence, event, created_at)
    select id, 3, (jsonb_build_object(
      'type', 'run_ended', 'status', status, 'stopReason', stop_reason,
      'usage', jsonb_build_object(
        'inputTokens', input_tokens, 'outputTokens', output_tokens, 'cacheReadTokens', cache_read_tokens,
        'cacheWriteTokens', cache_write_tokens, 'reasoningTokens', reasoning_tokens))
      || case when status = 'failed'
        then jsonb_build_object('error', jsonb_build_object('code', error_code, 'message', error_message))
        else '{}'::jsonb end)::json, ended_at
    from run where kind = 'remediation' and ended_at is not null`.execute(db);
}
