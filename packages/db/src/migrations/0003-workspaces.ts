import { sql, type Kysely } from 'kysely';

/** Creates workspaces, their numbered revisions, and the charts and files of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspace (
      id uuid primary key,
      organization_id uuid not null references organization on delete cascade,
      name text not null,
      summary text,
      created_by_user_id uuid not null references app_user,
      created_type text not null check (created_type in ('prompt', 'sample', 'archive', 'chart')),
      current_revision_number integer not null check (current_revision_number >= 0),
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index workspace_organization on workspace (organization_id, updated_at desc)`.execute(db);

  await sql`
    create table workspace_revision (
      workspace_id uuid not null references workspace on delete cascade,
      revision_number integer not null check (revision_number >= 0),
      created_by_user_id uuid not null references app_user,
      created_type text not null check (created_type in ('prompt', 'sample', 'archive', 'chart', 'accept')),
      created_at timestamptz not null default now(),
      primary key (workspace_id, revision_number)
    )`.execute(db);
  await sql`
    alter table workspace
      add constraint workspace_current_revision foreign key (id, current_revision_number)
      references workspace_revision (workspace_id, revision_number) deferrable initially deferred`.execute(db);

  await sql`
    create table workspace_chart (
      workspace_id uuid not null,
      revision_number integer not null,
      id uuid not null,
      name text not null,
      root text not null,
      primary key (workspace_id, revision_number, id),
      constraint workspace_chart_root_unique unique (workspace_id, revision_number, root),
      foreign key (workspace_id, revision_number) references workspace_revision on delete cascade
    )`.execute(db);

  await sql`
    create table workspace_file (
      workspace_id uuid not null,
      revision_number integer not null,
      id uuid not null,
      chart_id uuid,
      path text not null check (path <> ''),
      content text not null,
      pending_op text check (pending_op in ('create', 'modify', 'delete', 'rename')),
      content_pending text,
      pending_path text check (pending_path <> ''),
      primary key (workspace_id, revision_number, id),
      constraint workspace_file_path_unique unique (workspace_id, revision_number, path),
      foreign key (workspace_id, revision_number) references workspace_revision on delete cascade,
      foreign key (workspace_id, revision_number, chart_id) references workspace_chart on delete cascade,
      constraint workspace_file_pending check (
        case pending_op
          when 'create' then content_pending is not null and pending_path is null and content = ''
          when 'modify' then content_pending is not null and pending_path is null
          when 'delete' then content_pending is null and pending_path is null
          when 'rename' then pending_path is not null
          else content_pending is null and pending_path is null
        end
      )
    )`.execute(db);
  await sql`
    create index workspace_file_undecided on workspace_file (workspace_id, revision_number)
      where pending_op is not null`.execute(db);
}
