import { sql, type Kysely } from 'kysely';

/** Adds the run that another one retries, and an index for listing a user's runs, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      add column retried_run_id uuid references run on delete set null,
      add column kept_turns integer not null default 0 check (kept_turns >= 0)`.execute(db);
  await sql`create index run_retried on run (retried_run_id)`.execute(db);
  await sql`create index run_own on run (user_id, id desc)`.execute(db);
  await sql`drop index run_user`.execute(db);
}
