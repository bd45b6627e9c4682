import { sql, type Kysely } from 'kysely';

/** Adds cluster capabilities and an organization's patterns, both searchable by words and by trigrams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await createCapabilities(db);
  await createPatterns(db);
  await sql`
    alter table audit_entry
      drop constraint audit_entry_kind_check,
      add constraint audit_entry_kind_check check (kind in (
        'run_asked', 'tool_call_approved', 'tool_call_denied', 'tool_call_settled', 'grant_created', 'grant_revoked',
        'changes_accepted', 'changes_rejected', 'workspace_rolled_back', 'workspace_settings_changed',
        'token_created', 'token_revoked', 'push_asked', 'push_done', 'spend_limits_changed', 'pattern_saved', 'pattern_removed'
      ))`.execute(db);
}

async function createCapabilities(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table capability_index (
      organization_id uuid not null references organization on delete cascade,
      cluster text not null,
      user_id uuid not null,
      fingerprints json not null,
      checked_at timestamptz not null default clock_timestamp(),
      primary key (organization_id, cluster)
    )`.execute(db);
  await sql`create index capability_index_oldest on capability_index (checked_at)`.execute(db);
  await sql`
    create table capability (
      organization_id uuid not null,
      cluster text not null,
      api_group text not null,
      kind text not null,
      capability json not null,
      prominence real not null,
      kind_words text not null,
      group_words text not null,
      description_words text not null,
      field_words text not null,
      search tsvector not null generated always as (
        setweight(to_tsvector('english', kind_words), 'A') || setweight(to_tsvector('english', group_words), 'B') ||
        setweight(to_tsvector('english', description_words), 'C') || setweight(to_tsvector('english', field_words), 'D')
      ) stored,
      vector real[],
      primary key (organization_id, cluster, api_group, kind),
      foreign key (organization_id, cluster) references capability_index on delete cascade
    )`.execute(db);
}

async function createPatterns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pattern (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      kind text not null check (kind in ('pattern', 'policy')),
      title text not null,
      tags text[] not null,
      source text,
      body text not null,
      saved_by_user_id uuid not null,
      saved_at timestamptz not null default clock_timestamp(),
      unique (organization_id, title)
    )`.execute(db);
  await sql`
    create table pattern_passage (
      pattern_id uuid not null references pattern on delete cascade,
      position integer not null,
      heading text not null,
      body text not null,
      subject_words text not null,
      search tsvector not null generated always as (
        setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', body), 'B') ||
        setweight(to_tsvector('english', subject_words), 'C')
      ) stored,
      primary key (pattern_id, position)
    )`.execute(db);
}
