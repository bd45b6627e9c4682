import { sql, type Kysely } from 'kysely';

/** Adds saved tests of rules, and an index by which stored events are replayed in place of one that nothing reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rule_test (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      rule_id uuid not null references workflow_rule on delete cascade,
      name text not null,
      events json not null,
      mocks json not null,
      expected json not null,
      created_by_user_id uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint rule_test_name unique (rule_id, name)
    )`.execute(db);
  await sql`create index rule_test_organization on rule_test (organization_id)`.execute(db);
  await sql`drop index workflow_event_entity`.execute(db);
  await sql`
    create index workflow_event_time on workflow_event (organization_id, entity, trigger, created_at, sequence)`.execute(
    db,
  );
}
