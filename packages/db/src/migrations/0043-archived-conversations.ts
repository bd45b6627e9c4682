import { sql, type Kysely } from 'kysely';

/** Adds archived conversations, and indexes the conversations of a user by last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column archived_at timestamptz`.execute(db);
  await sql`create index conversation_latest on conversation (user_id, updated_at desc, id desc)`.execute(db);
}
