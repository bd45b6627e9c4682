import { sql, type Kysely } from 'kysely';

/** Stores a digest beside each file's content, and the number of files that each revision changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_file add column content_digest text`.execute(db);
  await sql`
    alter table workspace_revision
      add column files_added integer not null default 0,
      add column files_removed integer not null default 0,
      add column files_modified integer not null default 0,
      add column files_renamed integer not null default 0`.execute(db);
  await sql`
    with pair as (
      select later.workspace_id, later.revision_number, coalesce(same.id, gone.id) as earlier_id,
        coalesce(same.path, gone.path) <> later.path as is_renamed,
        coalesce(same.content, gone.content) <> later.content as is_modified
      from workspace_file later
      left join workspace_file same on same.workspace_id = later.workspace_id
        and same.revision_number = later.revision_number - 1 and same.id = later.id
        and same.pending_op is distinct from 'create'
      left join workspace_file gone on same.id is null and gone.workspace_id = later.workspace_id
        and gone.revision_number = later.revision_number - 1 and gone.path = later.path
        and gone.pending_op is distinct from 'create'
        and not exists (
          select from workspace_file follower
          where follower.workspace_id = later.workspace_id and follower.revision_number = later.revision_number
            and follower.id = gone.id and follower.pending_op is distinct from 'create')
      where later.pending_op is distinct from 'create'
    ), counted as (
      select revision.workspace_id, revision.revision_number,
        count(*) filter (where pair.workspace_id is not null and earlier_id is null) as added,
        count(earlier_id) as followed,
        count(*) filter (where is_modified and not is_renamed) as modified,
        count(*) filter (where is_renamed) as renamed
      from workspace_revision revision
      left join pair using (workspace_id, revision_number)
      group by 1, 2
    ), accepted as (
      select workspace_id, revision_number, count(*) as files
      from workspace_file where pending_op is distinct from 'create' group by 1, 2
    )
    update workspace_revision revision
    set files_added = counted.added, files_modified = counted.modified, files_renamed = counted.renamed,
      files_removed = coalesce(accepted.files, 0) - counted.followed
    from counted
    left join accepted on accepted.workspace_id = counted.workspace_id
      and accepted.revision_number = counted.revision_number - 1
    where revision.workspace_id = counted.workspace_id
      and revision.revision_number = counted.revision_number`.execute(db);
}
