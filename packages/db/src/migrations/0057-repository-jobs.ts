import { sql, type Kysely } from 'kysely';

/** Adds jobs in repositories, a kind of run with a conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table run
      drop constraint run_kind_check,
      drop constraint run_in_conversation,
      drop constraint run_with_model,
      add constraint run_kind_check
        check (kind in ('answer', 'call', 'remediation', 'rule_execution', 'repository_job')),
      add constraint run_in_conversation
        check ((kind in ('answer', 'call', 'repository_job')) = (conversation_id is not null)),
      add constraint run_with_model check (kind not in ('answer', 'call', 'repository_job') or model is not null)`.execute(
    db,
  );
  await sql`
    create table repository_job (
      id uuid primary key references run on delete cascade,
      organization_id uuid not null,
      user_id uuid not null,
      repository_id uuid references repository on delete cascade,
      project_id uuid,
      remote_url text,
      local_path text,
      base_branch text,
      branch text not null,
      base_commit text,
      claim json,
      result json,
      changed_files integer,
      outcome text not null default 'open' check (outcome in ('open', 'pushed', 'discarded')),
      pushed_branch text,
      created_at timestamptz not null default clock_timestamp(),
      constraint repository_job_place check ((remote_url is null) <> (local_path is null)),
      constraint repository_job_result check ((result is null) = (changed_files is null)),
      constraint repository_job_project
        foreign key (organization_id, project_id) references project (organization_id, id) on delete set null (project_id)
    )`.execute(db);
  await sql`create index repository_job_own on repository_job (organization_id, user_id, id desc)`.execute(db);
  await sql`create index repository_job_repository on repository_job (repository_id, id desc)`.execute(db);
}
