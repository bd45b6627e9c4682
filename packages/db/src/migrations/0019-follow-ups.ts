import { sql, type Kysely } from 'kysely';

/** What a person may want to ask after an answer; null before anybody thought of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column follow_ups json`.execute(db);
}
