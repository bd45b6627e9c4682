import { sql, type Kysely } from 'kysely';

/** Adds the ids that clients give their conversations and questions. A conversation's is unique for its user. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversation add column client_id text`.execute(db);
  await sql`
    create unique index conversation_client_id_unique on conversation (organization_id, user_id, client_id)
    where client_id is not null`.execute(db);
  await sql`alter table message add column client_id text`.execute(db);
}
