import { sql, type Kysely } from 'kysely';

/**
 * Makes updates of runs cheaper: a row keeps its place while its log grows, and a new version of it gets no entry for a column that
 * is null.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run set (fillfactor = 70)`.execute(db);
  await sql`drop index run_workspace`.execute(db);
  await sql`create index run_workspace on run (workspace_id) where workspace_id is not null`.execute(db);
  await sql`drop index run_retried`.execute(db);
  await sql`create index run_retried on run (retried_run_id) where retried_run_id is not null`.execute(db);
  await sql`drop index run_stop_requested_by`.execute(db);
  await sql`
    create index run_stop_requested_by on run (stop_requested_by_user_id)
    where stop_requested_by_user_id is not null`.execute(db);
}
