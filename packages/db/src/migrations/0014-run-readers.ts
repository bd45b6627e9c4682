import { sql, type Kysely } from 'kysely';

/** Adds the time at which a run last had a reader, because processes cannot see each other's readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column read_at timestamptz`.execute(db);
}
