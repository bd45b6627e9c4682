import { sql, type Kysely } from 'kysely';

/** Adds the audit kinds of merges of pull and merge requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $do$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'audit_entry_kind_check' and conrelid = 'audit_entry'::regclass);
    begin
      alter table audit_entry drop constraint audit_entry_kind_check;
      execute 'alter table audit_entry add constraint audit_entry_kind_check '
        || replace(definition, 'ARRAY[',
          'ARRAY[''repository_job_merge_asked''::text, ''repository_job_merged''::text, ');
    end
    $do$`.execute(db);
}
