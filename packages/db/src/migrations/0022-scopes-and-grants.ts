import { sql, type Kysely } from 'kysely';

/**
 * Adds scopes of tokens; existing tokens get the default ones. Ends standing grants of tools that change clusters or
 * the platform.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table extension_token
      add column scopes text[] not null default array['read', 'chart:write', 'runs:write'],
      add constraint extension_token_scopes check (cardinality(scopes) > 0)`.execute(db);
  await sql`alter table extension_token alter column scopes drop default`.execute(db);
  await sql`alter table approval add column is_grantable boolean not null default false`.execute(db);
  await sql`
    delete from tool_grant
    where tool like 'kubectl\\_%' or tool in ('remediate', 'run_operation')`.execute(db);
}
