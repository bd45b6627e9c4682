import { sql, type Kysely } from 'kysely';

/** Adds the pull or merge request of a job, and its audit kind. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table repository_job add column change_request json`.execute(db);
  await sql`
    do $do$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'audit_entry_kind_check' and conrelid = 'audit_entry'::regclass);
    begin
      alter table audit_entry drop constraint audit_entry_kind_check;
      execute 'alter table audit_entry add constraint audit_entry_kind_check '
        || replace(definition, 'ARRAY[', 'ARRAY[''repository_job_proposed''::text, ');
    end
    $do$`.execute(db);
}
