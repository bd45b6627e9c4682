import { sql, type Kysely } from 'kysely';

/** Lets approvals be stored as expired, and finds those that are due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table approval
      drop constraint approval_status_check,
      add constraint approval_status_check
        check (status in ('pending', 'approved', 'used', 'denied', 'cancelled', 'expired'))`.execute(db);
  await sql`create index approval_due on approval (expires_at) where status = 'pending'`.execute(db);
}
