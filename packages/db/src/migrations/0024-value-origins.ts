import { sql, type Kysely } from 'kysely';

/** Adds the values of a call that come from untrusted text to approvals; null for earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table approval add column origins jsonb`.execute(db);
}
