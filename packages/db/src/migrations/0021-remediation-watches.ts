import { sql, type Kysely } from 'kysely';

/** Adds the watch state of remediations, and the time at which they are due again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table remediation
      add column watch json,
      add column due_at timestamptz,
      add constraint remediation_due check (due_at is null or status = 'validating')`.execute(db);
}
