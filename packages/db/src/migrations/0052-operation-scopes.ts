import { sql, type Kysely } from 'kysely';

/** Renames the scopes `platform:*` of tokens to `operations:*`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update extension_token
      set scopes = array(
        select regexp_replace(scope, '^platform:', 'operations:') from unnest(scopes) with ordinality as named(scope, place) order by place)
      where array_to_string(scopes, ' ') ~ '(^| )platform:'`.execute(db);
}
