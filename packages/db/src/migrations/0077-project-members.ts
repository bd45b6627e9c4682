import { sql, type Kysely } from 'kysely';

/** Adds the audit kinds of the members of projects. */
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
          'ARRAY[''project_member_added''::text, ''project_member_removed''::text, ');
    end
    $do$`.execute(db);
}
