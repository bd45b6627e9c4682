import { textOf, type Message } from '@shipmate/core';
import { sql, type Kysely } from 'kysely';
import { storableText } from '../stores/storable-text.ts';

const batchSize = 500;

/** Adds the search text of messages, and questions that replace others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message
      add column search_text text,
      add column replaces_id uuid references message on delete set null`.execute(db);
  await sql`create index message_replaces on message (replaces_id) where replaces_id is not null`.execute(db);
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ id: string; message: Message }>`
      select id, message from message where id > ${after} order by id limit ${batchSize}`.execute(db);
    for (const { id, message } of rows) {
      await sql`update message set search_text = ${storableText(textOf(message))} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
