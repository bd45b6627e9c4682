import { sql, type Kysely } from 'kysely';

/** Counts the usage of a run in rows of its own, so that runs of a user do not wait for each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // It does not refer to the run, so that usage outlives it.
  await sql`
    create table run_spend (
      run_id uuid not null,
      day date not null,
      model text not null,
      organization_id uuid not null references organization on delete cascade,
      user_id uuid not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      unpriced_tokens bigint not null,
      cost_usd double precision not null,
      primary key (run_id, day, model)
    )`.execute(db);
  await sql`create index run_spend_organization on run_spend (organization_id, day)`.execute(db);
  await sql`
    create view all_spend as
    select organization_id, day, user_id, model, input_tokens, output_tokens, unpriced_tokens, cost_usd from spend
    union all
    select organization_id, day, user_id, model, input_tokens, output_tokens, unpriced_tokens, cost_usd from run_spend`.execute(
    db,
  );
}
