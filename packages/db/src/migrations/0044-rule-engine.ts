import { sql, type Kysely } from 'kysely';

/** Adds secrets and due times of rules, retried executions, and steps that wait for a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_secret (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      origin text not null,
      sealed text not null,
      created_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create index workflow_secret_organization on workflow_secret (organization_id)`.execute(db);
  await sql`alter table workflow_rule add column next_start_at timestamptz`.execute(db);
  await sql`
    create index workflow_rule_due on workflow_rule (next_start_at) where next_start_at is not null`.execute(db);
  await sql`
    alter table rule_execution
      add column retry_of_id uuid references rule_execution on delete set null,
      add column is_retry boolean not null default false,
      drop constraint rule_execution_once`.execute(db);
  await sql`
    create unique index rule_execution_once on rule_execution (event_id, rule_id) where not is_retry`.execute(db);
  await sql`create index rule_execution_retry on rule_execution (retry_of_id)`.execute(db);
  await sql`
    alter table rule_step
      add column is_reused boolean not null default false,
      add column child_run_id uuid references run on delete set null`.execute(db);
  await sql`create index rule_step_child on rule_step (child_run_id) where child_run_id is not null`.execute(db);
  await sql`
    alter table audit_entry
      drop constraint audit_entry_kind_check,
      add constraint audit_entry_kind_check check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed', 'workspace_deleted',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed', 'pattern_saved', 'pattern_removed',
        'remediation_begun', 'remediation_approved', 'remediation_denied', 'rule_created', 'rule_changed', 'rule_removed',
        'rule_logged', 'rule_step_decided', 'rule_started', 'rule_retried', 'rule_event_retried', 'rule_event_discarded',
        'row_created', 'row_changed', 'row_removed'
      ))`.execute(db);
}
