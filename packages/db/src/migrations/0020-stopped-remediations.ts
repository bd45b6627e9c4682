import { sql, type Kysely } from 'kysely';

/** Adds stopping of remediations, and their model cost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table remediation
      add column stop_requested_at timestamptz,
      add column spent json,
      drop constraint remediation_status_check,
      add constraint remediation_status_check check (status in (
        'investigating', 'awaiting_approval', 'executing', 'validating', 'resolved', 'not_resolved', 'unverified', 'failed',
        'refused', 'expired', 'proposed', 'nothing_to_do', 'stopped'
      ))`.execute(db);
}
