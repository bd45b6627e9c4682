import { sql, type Kysely } from 'kysely';

/** Adds automation rules with their revisions, drafts and previews. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workflow_rule (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      owner_user_id uuid not null,
      name text not null,
      entity text not null,
      trigger text not null check (trigger in ('on_create', 'on_update', 'on_delete', 'manual', 'scheduled')),
      is_active boolean not null,
      revision integer not null check (revision > 0),
      definition json not null,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp()
    )`.execute(db);
  await sql`create unique index workflow_rule_name_unique on workflow_rule (organization_id, lower(name))`.execute(db);
  await sql`
    create index workflow_rule_match on workflow_rule (organization_id, entity, trigger) where is_active`.execute(db);
  await sql`
    create table workflow_rule_revision (
      rule_id uuid not null references workflow_rule on delete cascade,
      revision integer not null,
      definition json not null,
      changed_by_user_id uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      primary key (rule_id, revision)
    )`.execute(db);
  await sql`
    create table workflow_draft (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      payload json not null,
      touched_at timestamptz not null default clock_timestamp(),
      constraint workflow_draft_member foreign key (organization_id, user_id) references member on delete cascade
    )`.execute(db);
  await sql`create index workflow_draft_owner on workflow_draft (organization_id, user_id, touched_at)`.execute(db);
  await sql`
    create table workflow_preview (
      id uuid primary key,
      organization_id uuid not null,
      user_id uuid not null,
      run_id uuid references run on delete set null,
      rule_id uuid references workflow_rule on delete cascade,
      base_revision integer,
      description text not null,
      definition json not null,
      status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
      accepted_rule_id uuid references workflow_rule on delete set null,
      created_at timestamptz not null default clock_timestamp(),
      decided_at timestamptz,
      constraint workflow_preview_member foreign key (organization_id, user_id) references member on delete cascade,
      constraint workflow_preview_base check ((rule_id is null) = (base_revision is null)),
      constraint workflow_preview_decided check ((status = 'pending') = (decided_at is null))
    )`.execute(db);
  await sql`
    create index workflow_preview_owner on workflow_preview (organization_id, user_id, created_at desc)`.execute(db);
  await sql`create index workflow_preview_run on workflow_preview (run_id)`.execute(db);
  await sql`create index workflow_preview_rule on workflow_preview (rule_id)`.execute(db);
  await sql`create index workflow_preview_accepted on workflow_preview (accepted_rule_id)`.execute(db);
  await sql`
    alter table audit_entry
      drop constraint audit_entry_kind_check,
      add constraint audit_entry_kind_check check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed', 'workspace_deleted',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed', 'pattern_saved', 'pattern_removed',
        'remediation_begun', 'remediation_approved', 'remediation_denied', 'rule_created', 'rule_changed', 'rule_removed'
      ))`.execute(db);
}
