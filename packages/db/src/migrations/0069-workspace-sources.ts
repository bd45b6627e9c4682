import { sql, type Kysely } from 'kysely';

/** Adds the folders of repositories from which workspaces were opened. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace
      drop constraint workspace_created_type_check,
      add constraint workspace_created_type_check
        check (created_type in ('prompt', 'sample', 'archive', 'chart', 'repository'))`.execute(db);
  await sql`
    alter table workspace_revision
      drop constraint workspace_revision_created_type_check,
      add constraint workspace_revision_created_type_check
        check (created_type in ('prompt', 'sample', 'archive', 'chart', 'repository', 'accept', 'auto_accept', 'rollback'))`.execute(
    db,
  );
  await sql`
    create table workspace_source (
      workspace_id uuid primary key references workspace on delete cascade,
      repository_id uuid not null references repository on delete cascade,
      folder text not null,
      branch text,
      commit text not null,
      pushed_commit text,
      pushed_branch text,
      constraint workspace_source_pushed check ((pushed_commit is null) = (pushed_branch is null))
    )`.execute(db);
  await sql`create index workspace_source_repository on workspace_source (repository_id)`.execute(db);
}
