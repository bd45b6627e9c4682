import { sql, type Kysely } from 'kysely';

/** Adds kinds of runs and the time at which a waiting run resumes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      add column kind text not null default 'answer' check (kind in ('answer', 'call', 'remediation')),
      add column wake_at timestamptz,
      alter column conversation_id drop not null,
      alter column model drop not null,
      add constraint run_in_conversation check ((kind in ('answer', 'call')) = (conversation_id is not null)),
      add constraint run_with_model check (kind not in ('answer', 'call') or model is not null),
      add constraint run_wakes check (wake_at is null or status = 'waiting')`.execute(db);
}
