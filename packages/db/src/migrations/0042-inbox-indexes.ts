import { sql, type Kysely } from 'kysely';

/** Indexes the rows that wait for a person, by user and time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index remediation_waiting on remediation (user_id, created_at) where status = 'awaiting_approval'`.execute(
    db,
  );
  await sql`
    create index plan_open on plan (user_id, created_at) where status in ('proposed', 'partly_applied')`.execute(db);
  await sql`
    create index proposal_open on proposal (user_id, created_at) where status in ('asking', 'ready')`.execute(db);
  await sql`
    create index workflow_preview_pending on workflow_preview (user_id, created_at) where status = 'pending'`.execute(
    db,
  );
  await sql`create index tool_call_unknown on tool_call (run_id) where status = 'unknown'`.execute(db);
}
