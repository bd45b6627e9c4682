import { sql, type Kysely } from 'kysely';
import { addAuditKinds } from './add-audit-kinds.ts';

/** Adds projects with members and channels, and repositories. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table project (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      description text not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint project_name_unique unique (organization_id, name),
      constraint project_tenant unique (organization_id, id)
    )`.execute(db);
  await sql`
    create table project_member (
      project_id uuid not null,
      organization_id uuid not null,
      user_id uuid not null,
      added_at timestamptz not null default clock_timestamp(),
      primary key (project_id, user_id),
      constraint project_member_project
        foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade,
      constraint project_member_member
        foreign key (organization_id, user_id) references member on delete cascade
    )`.execute(db);
  await sql`create index project_member_user on project_member (organization_id, user_id)`.execute(db);
  await sql`
    create table channel (
      id uuid primary key,
      project_id uuid not null references project on delete cascade,
      name text not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint channel_name_unique unique (project_id, name)
    )`.execute(db);
  await sql`
    create table channel_message (
      id uuid primary key,
      channel_id uuid not null references channel on delete cascade,
      user_id uuid not null,
      run_id uuid references run on delete set null,
      tool_call_id text,
      content text not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint channel_message_call unique (run_id, tool_call_id)
    )`.execute(db);
  await sql`create index channel_message_channel on channel_message (channel_id, id desc)`.execute(db);
  await sql`
    create table repository (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      project_id uuid,
      name text not null,
      remote_url text,
      local_path text,
      default_branch text,
      sealed_token text,
      created_by_user_id uuid not null,
      created_at timestamptz not null default clock_timestamp(),
      constraint repository_name_unique unique (organization_id, name),
      constraint repository_place check ((remote_url is null) <> (local_path is null)),
      constraint repository_project
        foreign key (organization_id, project_id) references project (organization_id, id) on delete set null (project_id)
    )`.execute(db);
  await addAuditKinds(db, [
    'project_created',
    'project_removed',
    'repository_added',
    'repository_removed',
    'repository_job_pushed',
    'repository_job_discarded',
  ]);
}
