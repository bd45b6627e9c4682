import { sql, type Kysely } from 'kysely';

/** Adds the ids that clients give their conversations, and the client's last state. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_conversation (
      conversation_id uuid primary key references conversation on delete cascade deferrable initially deferred,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      context_type text not null,
      workspace_id uuid references workspace on delete cascade,
      client_id text,
      context json
    )`.execute(db);
  await sql`
    create unique index client_conversation_unique on client_conversation
      (organization_id, user_id, context_type, coalesce(workspace_id::text, ''), client_id)`.execute(db);
  await sql`create index client_conversation_user on client_conversation (user_id)`.execute(db);
  await sql`create index client_conversation_workspace on client_conversation (workspace_id)`.execute(db);
}
