import { sql, type Kysely } from 'kysely';

/** Approvals tell which values of a call come from untrusted text; null for those from before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approval add column origins jsonb`.execute(db);
}
