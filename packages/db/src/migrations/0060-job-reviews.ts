import { sql, type Kysely } from 'kysely';

/** Adds the accepted part of a job's result. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table repository_job
      add column review json,
      add constraint repository_job_review check (review is null or result is not null)`.execute(db);
}
