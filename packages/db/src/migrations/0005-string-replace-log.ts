import { sql, type Kysely } from 'kysely';

/** Creates the log of attempts to replace text in a file, found or not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table str_replace_log (
      id uuid primary key,
      workspace_id uuid not null references workspace on delete cascade,
      revision_number integer not null check (revision_number >= 0),
      user_id uuid not null references app_user on delete cascade,
      run_id uuid references run on delete set null,
      path text not null,
      found boolean not null,
      tier text,
      old_str text not null,
      new_str text not null,
      error_message text,
      created_at timestamptz not null default now(),
      constraint str_replace_log_tier check (found or tier is null)
    )`.execute(db);
  await sql`create index str_replace_log_workspace on str_replace_log (workspace_id, created_at desc)`.execute(db);
  await sql`create index str_replace_log_user on str_replace_log (user_id)`.execute(db);
  await sql`create index str_replace_log_run on str_replace_log (run_id)`.execute(db);
}
