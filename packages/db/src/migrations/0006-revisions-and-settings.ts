import { sql, type Kysely } from 'kysely';

/** Adds workspace settings, automatically accepted revisions, and the file versions that runs have seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspace
      add column auto_accept boolean not null default false,
      add column validate_before_accept boolean not null default false`.execute(db);

  await sql`
    alter table workspace_revision
      add column source_revision_number integer,
      drop constraint workspace_revision_created_type_check,
      add constraint workspace_revision_created_type_check
        check (created_type in ('prompt', 'sample', 'archive', 'chart', 'accept', 'auto_accept', 'rollback')),
      add constraint workspace_revision_source
        check ((created_type = 'rollback') = (source_revision_number is not null)
          and source_revision_number < revision_number),
      add constraint workspace_revision_source_fkey foreign key (workspace_id, source_revision_number)
        references workspace_revision (workspace_id, revision_number)`.execute(db);

  await sql`
    create table run_file (
      run_id uuid not null references run on delete cascade,
      file_id uuid not null,
      look text not null,
      is_own_change boolean not null,
      primary key (run_id, file_id)
    )`.execute(db);
}
