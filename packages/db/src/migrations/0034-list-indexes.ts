import { sql, type Kysely } from 'kysely';

/** Indexes the lists of runs by status, of audit entries by kind, and of conversations and workspaces by last change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index run_own_status on run (user_id, status, id desc)`.execute(db);
  await sql`create index audit_entry_kind on audit_entry (organization_id, kind, at desc, id desc)`.execute(db);
  await sql`
    create index conversation_recent on conversation (workspace_id, user_id, updated_at desc, id desc)`.execute(db);
  await sql`drop index conversation_workspace`.execute(db);
  await sql`create index workspace_recent on workspace (organization_id, updated_at desc, id desc)`.execute(db);
  await sql`drop index workspace_organization`.execute(db);
}
