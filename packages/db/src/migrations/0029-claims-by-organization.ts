import { sql, type Kysely } from 'kysely';

/** Indexes the runs of an organization that have not ended, for claims. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index run_claim on run (organization_id, created_at) where ended_at is null`.execute(db);
}
