import { sql, type Kysely } from 'kysely';

/** Remediations keep the state of their watch, and are due again at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table remediation
      add column watch json,
      add column due_at timestamptz,
      add constraint remediation_due check (due_at is null or status = 'validating')`.execute(db);
}
