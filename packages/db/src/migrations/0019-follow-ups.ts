import { sql, type Kysely } from 'kysely';

/** Adds suggested follow-up questions of an answer; null until they are generated. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column follow_ups json`.execute(db);
}
