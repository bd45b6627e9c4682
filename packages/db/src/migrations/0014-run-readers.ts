import { sql, type Kysely } from 'kysely';

/** When a run was last seen to be read, as processes cannot see each other's readers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table run add column read_at timestamptz`.execute(db);
}
