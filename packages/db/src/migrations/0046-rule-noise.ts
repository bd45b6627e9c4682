import { sql, type Kysely } from 'kysely';

/** Adds silences of rules, the memory of noise control, and the events that began no execution of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table rule_silence (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      rule_id uuid not null references workflow_rule on delete cascade,
      match json not null,
      reason text not null,
      created_by_user_id uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      ends_at timestamptz not null,
      removed_at timestamptz
    )`.execute(db);
  await sql`create index rule_silence_rule on rule_silence (rule_id, ends_at)`.execute(db);
  await sql`create index rule_silence_organization on rule_silence (organization_id)`.execute(db);
  // A digest of the key, because values of rows may be longer than an index entry.
  await sql`
    create table rule_noise_memory (
      rule_id uuid not null references workflow_rule on delete cascade,
      kind text not null check (kind in ('threshold', 'duplicate', 'group')),
      digest bytea not null,
      times float8[] not null default '{}',
      execution_id uuid,
      expires_at timestamptz not null,
      primary key (rule_id, kind, digest)
    )`.execute(db);
  await sql`create index rule_noise_memory_expiry on rule_noise_memory (expires_at)`.execute(db);
  await sql`
    create table rule_suppression (
      event_id uuid not null references workflow_event on delete cascade,
      rule_id uuid not null references workflow_rule on delete cascade,
      sequence bigint generated always as identity,
      organization_id uuid not null,
      revision integer not null,
      kind text not null check (kind in ('maintenance', 'silence', 'threshold', 'duplicate', 'group')),
      reason text not null,
      execution_id uuid references rule_execution on delete set null,
      primary key (event_id, rule_id)
    )`.execute(db);
  await sql`create index rule_suppression_rule on rule_suppression (rule_id, sequence desc)`.execute(db);
  await sql`
    create index rule_suppression_execution on rule_suppression (execution_id, sequence)
      where execution_id is not null`.execute(db);
}
