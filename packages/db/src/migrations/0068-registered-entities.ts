import { sql, type Kysely } from 'kysely';

/** Adds the tables of an operator that rules watch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registered_entity (
      name text primary key,
      id uuid not null unique default gen_random_uuid(),
      description text not null,
      key text not null,
      fields json not null
    )`.execute(db);
}
