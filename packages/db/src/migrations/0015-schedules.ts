import { sql, type Kysely } from 'kysely';

/** Adds schedules, and conversations in which only an agent writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedule (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      workspace_id uuid references workspace on delete cascade,
      name text not null,
      cron text not null,
      time_zone text not null,
      prompt text not null,
      model text,
      enabled boolean not null,
      next_run_at timestamptz,
      last_run_id uuid references run on delete set null,
      last_skip text,
      created_at timestamptz not null default clock_timestamp(),
      constraint schedule_member foreign key (organization_id, user_id) references member on delete cascade,
      constraint schedule_enabled check (enabled = (next_run_at is not null))
    )`.execute(db);
  await sql`create index schedule_owner on schedule (organization_id, user_id, created_at desc)`.execute(db);
  await sql`create index schedule_due on schedule (next_run_at) where next_run_at is not null`.execute(db);
  await sql`create index schedule_workspace on schedule (workspace_id)`.execute(db);
  await sql`create index schedule_last_run on schedule (last_run_id)`.execute(db);

  await sql`
    alter table conversation
      drop constraint conversation_context_type_check,
      add constraint conversation_context_type_check
        check (context_type in ('chart', 'cluster', 'workflow', 'tables', 'repository', 'diagram', 'plain'))`.execute(
    db,
  );
}
