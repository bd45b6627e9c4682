import { sql, type Kysely } from 'kysely';

/** Adds executions of rules, a kind of run, with their steps and approvers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      drop constraint run_kind_check,
      add constraint run_kind_check check (kind in ('answer', 'call', 'remediation', 'rule_execution'))`.execute(db);
  await sql`
    create table rule_execution (
      id uuid primary key references run on delete cascade,
      organization_id uuid not null,
      owner_user_id uuid not null,
      rule_id uuid not null,
      revision integer not null,
      event_id uuid not null references workflow_event on delete cascade,
      depth integer not null,
      constraint rule_execution_once unique (event_id, rule_id),
      constraint rule_execution_revision
        foreign key (rule_id, revision) references workflow_rule_revision on delete cascade
    )`.execute(db);
  await sql`create index rule_execution_rule on rule_execution (rule_id, id desc)`.execute(db);
  await sql`
    create table rule_step (
      execution_id uuid not null references rule_execution on delete cascade,
      action_id uuid not null,
      action_name text not null,
      action_type text not null,
      status text not null check (status in ('running', 'waiting', 'completed', 'failed', 'skipped')),
      attempt integer not null check (attempt > 0),
      input json not null,
      output json not null,
      port text,
      error text,
      wake_at timestamptz,
      started_at timestamptz not null default clock_timestamp(),
      ended_at timestamptz,
      primary key (execution_id, action_id),
      constraint rule_step_port check ((status in ('completed', 'failed', 'skipped')) = (port is not null)),
      constraint rule_step_wait check (wake_at is null or status = 'waiting')
    )`.execute(db);
  await sql`
    create table rule_approver (
      execution_id uuid not null,
      action_id uuid not null,
      organization_id uuid not null,
      user_id uuid not null,
      decision text check (decision in ('approved', 'rejected')),
      decided_at timestamptz,
      primary key (execution_id, action_id, user_id),
      constraint rule_approver_step
        foreign key (execution_id, action_id) references rule_step on delete cascade,
      constraint rule_approver_member
        foreign key (organization_id, user_id) references member on delete cascade
    )`.execute(db);
  await sql`create index rule_approver_user on rule_approver (organization_id, user_id) where decision is null`.execute(
    db,
  );
  await sql`
    alter table audit_entry
      drop constraint audit_entry_kind_check,
      add constraint audit_entry_kind_check check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed', 'workspace_deleted',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed', 'pattern_saved', 'pattern_removed',
        'remediation_begun', 'remediation_approved', 'remediation_denied', 'rule_created', 'rule_changed', 'rule_removed',
        'rule_logged', 'rule_step_decided'
      ))`.execute(db);
}
