import { sql, type Kysely } from 'kysely';

/** Allows further kinds of audit entries, which are constants of a migration. */
export async function addAuditKinds(db: Kysely<unknown>, kinds: readonly string[]): Promise<void> {
  const literals = kinds.map((kind) => `''${kind}''::text, `).join('');
  await sql`
    do $do$
    declare
      definition text := (select pg_get_constraintdef(oid) from pg_constraint
        where conname = 'audit_entry_kind_check' and conrelid = 'audit_entry'::regclass);
    begin
      alter table audit_entry drop constraint audit_entry_kind_check;
      execute 'alter table audit_entry add constraint audit_entry_kind_check '
        || replace(definition, 'ARRAY[', 'ARRAY[${sql.raw(literals)}');
    end
    $do$`.execute(db);
}
