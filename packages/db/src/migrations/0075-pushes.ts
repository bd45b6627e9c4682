import { sql, type Kysely } from 'kysely';

/** Adds pushes of branches as rows that rules watch. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view platform.pushes as
      select entry.organization_id, entry.id, case when entry.kind = 'push_done' then 'chart' else 'job' end as origin,
        entry.workspace_id, job.id as job_id, coalesce(entry.details ->> 'remote', job.remote_url, job.local_path) as remote,
        entry.details ->> 'branch' as branch, entry.details ->> 'commit' as commit, entry.user_id, entry.at as created_at
      from audit_entry as entry
        left join repository_job as job on job.id = entry.subject_id and entry.kind = 'repository_job_pushed'
      where entry.kind in ('push_done', 'repository_job_pushed')`.execute(db);
  await sql`
    create function workflow_branch_pushed() returns trigger language plpgsql set search_path from current as $function$
    begin
      insert into workflow_event (organization_id, entity, entity_key, trigger, row, user_id)
      select organization_id, 'platform.pushes', id::text, 'on_create', to_jsonb(pushed) - 'organization_id', user_id
      from platform.pushes as pushed where id = new.id;
      return null;
    end
    $function$`.execute(db);
  await sql`
    create trigger workflow_branch_pushed after insert on audit_entry
      for each row when (new.kind in ('push_done', 'repository_job_pushed')) execute function workflow_branch_pushed()`.execute(
    db,
  );
}
