import { sql, type Kysely } from 'kysely';

/** Adds remediations of cluster issues, and the preview of a call for its approval. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table remediation (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      issue text not null,
      mode text not null check (mode in ('manual', 'automatic')),
      max_risk text not null check (max_risk in ('low', 'medium', 'high')),
      context text,
      model text,
      alert_group text,
      alert_firing text,
      status text not null check (status in (
        'investigating', 'awaiting_approval', 'executing', 'validating', 'resolved', 'not_resolved', 'unverified', 'failed',
        'refused', 'expired', 'proposed', 'nothing_to_do'
      )),
      reason text,
      analysis json,
      plan json,
      approval json,
      progress json not null,
      checks json not null,
      lease_owner uuid,
      lease_until timestamptz,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz,
      ended_at timestamptz,
      constraint remediation_member foreign key (organization_id, user_id) references member on delete cascade,
      constraint remediation_alert check ((alert_group is null) = (alert_firing is null)),
      constraint remediation_planned check (status not in ('awaiting_approval', 'executing', 'validating') or plan is not null),
      constraint remediation_approved check (status not in ('executing', 'validating') or approval is not null),
      constraint remediation_waits check ((status = 'awaiting_approval') <= (expires_at is not null)),
      constraint remediation_ended check (
        (ended_at is null) = (status in ('investigating', 'awaiting_approval', 'executing', 'validating'))
      )
    )`.execute(db);
  await sql`create index remediation_owner on remediation (organization_id, user_id, created_at desc)`.execute(db);
  await sql`create index remediation_open on remediation (status, lease_until) where ended_at is null`.execute(db);
  await sql`create unique index remediation_firing on remediation (organization_id, alert_firing)`.execute(db);
  await sql`
    create unique index remediation_group on remediation (organization_id, alert_group) where ended_at is null`.execute(
    db,
  );
  await sql`
    create table remediation_call (
      remediation_id uuid not null references remediation on delete cascade,
      position bigint generated always as identity,
      id text not null,
      tool text not null,
      input json not null,
      output text not null,
      is_error boolean not null,
      primary key (remediation_id, position)
    )`.execute(db);

  await sql`alter table approval add column preview text`.execute(db);
  await sql`
    alter table audit_entry
      drop constraint audit_entry_kind_check,
      add constraint audit_entry_kind_check check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed', 'pattern_saved', 'pattern_removed',
        'remediation_begun', 'remediation_approved', 'remediation_denied'
      ))`.execute(db);
}
