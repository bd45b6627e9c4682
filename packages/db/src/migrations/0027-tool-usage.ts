import { sql, type Kysely } from 'kysely';

/** Adds the size of each tool call's result, with which usage is listed without reading the results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tool_call add column result_tokens integer check (result_tokens >= 0)`.execute(db);
  // Results may contain escapes that PostgreSQL cannot decode, so their length as JSON is the estimate.
  await sql`update tool_call set result_tokens = ceil(length(result::text) / 3.4) where result is not null`.execute(db);
}
