import { sql, type Kysely } from 'kysely';

/** Adds alerts with their recipients and acknowledgments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_alert (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      created_by_user_id uuid not null,
      alert_type text not null,
      severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
      title text not null,
      message text not null,
      context json not null,
      action_url text,
      entity text,
      entity_id text,
      rule_id uuid references workflow_rule on delete set null,
      rule_name text,
      execution_id uuid references run on delete set null,
      status text not null default 'active' check (status in ('active', 'acknowledged', 'dismissed', 'resolved')),
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index workflow_alert_rule on workflow_alert (rule_id, created_at desc, id desc)`.execute(db);
  await sql`create index workflow_alert_execution on workflow_alert (execution_id)`.execute(db);
  await sql`
    create index workflow_alert_open on workflow_alert (organization_id, entity, entity_id, alert_type)
      where status in ('active', 'acknowledged')`.execute(db);
  await sql`
    create table workflow_alert_recipient (
      alert_id uuid not null references workflow_alert on delete cascade,
      organization_id uuid not null,
      user_id uuid,
      role text,
      constraint workflow_alert_recipient_member
        foreign key (organization_id, user_id) references member on delete cascade,
      constraint workflow_alert_recipient_kind check ((user_id is null) <> (role is null))
    )`.execute(db);
  await sql`create index workflow_alert_recipient_alert on workflow_alert_recipient (alert_id)`.execute(db);
  await sql`
    create index workflow_alert_recipient_user on workflow_alert_recipient (organization_id, user_id, alert_id desc)
      where user_id is not null`.execute(db);
  await sql`
    create index workflow_alert_recipient_role on workflow_alert_recipient (organization_id, role, alert_id desc)
      where role is not null`.execute(db);
  await sql`
    create table workflow_alert_acknowledgment (
      alert_id uuid not null references workflow_alert on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      notes text,
      at timestamptz not null default clock_timestamp(),
      primary key (alert_id, user_id)
    )`.execute(db);
  await sql`create index workflow_alert_acknowledgment_user on workflow_alert_acknowledgment (user_id)`.execute(db);
}
