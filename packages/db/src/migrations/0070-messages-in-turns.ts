import { sql, type Kysely } from 'kysely';

/** Lets a row of a message refer to the turns of its run, which contain it and the messages before it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message
      alter column message drop not null,
      add column earlier_ids uuid[] check (cardinality(earlier_ids) > 0),
      add column turns_from integer check (turns_from >= 0),
      add constraint message_in_turns
        check ((turns_from is null) = (earlier_ids is null and message is not null))`.execute(db);
}
