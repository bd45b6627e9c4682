import { sql, type Kysely } from 'kysely';

/** Creates conversations, their runs, each run's event log, and the messages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversation (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      workspace_id uuid references workspace on delete cascade,
      context_type text not null
        check (context_type in ('chart', 'cluster', 'workflow', 'tables', 'repository', 'diagram')),
      title text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index conversation_workspace on conversation (workspace_id, user_id, created_at desc)`.execute(db);
  await sql`create index conversation_user on conversation (user_id)`.execute(db);
  await sql`create index conversation_organization on conversation (organization_id)`.execute(db);

  await sql`
    create table run (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      conversation_id uuid not null references conversation on delete cascade,
      workspace_id uuid references workspace on delete cascade,
      model text not null,
      status text not null
        check (status in ('queued', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
      stop_reason text check (stop_reason in (
        'final', 'max_iterations', 'budget', 'repeated_call', 'approval', 'aborted', 'truncated', 'refused', 'model_error'
      )),
      input_tokens integer not null default 0 check (input_tokens >= 0),
      output_tokens integer not null default 0 check (output_tokens >= 0),
      cache_read_tokens integer not null default 0 check (cache_read_tokens >= 0),
      cache_write_tokens integer not null default 0 check (cache_write_tokens >= 0),
      reasoning_tokens integer not null default 0 check (reasoning_tokens >= 0),
      error_code text,
      error_message text,
      last_sequence integer not null default 0 check (last_sequence >= 0),
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint run_end check ((status in ('completed', 'failed', 'cancelled')) = (ended_at is not null))
    )`.execute(db);
  await sql`create index run_conversation on run (conversation_id, created_at desc)`.execute(db);
  await sql`create index run_workspace on run (workspace_id)`.execute(db);
  await sql`create index run_user on run (user_id)`.execute(db);
  await sql`create index run_organization on run (organization_id)`.execute(db);
  await sql`create index run_unended on run (status, created_at) where ended_at is null`.execute(db);

  await sql`
    create table run_event (
      run_id uuid not null references run on delete cascade,
      sequence integer not null check (sequence > 0),
      event json not null,
      created_at timestamptz not null default now(),
      primary key (run_id, sequence)
    )`.execute(db);

  await sql`
    create table message (
      id uuid primary key,
      conversation_id uuid not null references conversation on delete cascade,
      run_id uuid references run on delete set null,
      position integer not null check (position > 0),
      message json not null,
      created_at timestamptz not null default now(),
      constraint message_position_unique unique (conversation_id, position)
    )`.execute(db);
  await sql`create index message_run on message (run_id)`.execute(db);
}
