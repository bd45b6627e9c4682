import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/**
 * Moves the usage of runs that ended more than a minute ago from their own rows to the rows of their users, and returns the number of
 * moved rows. Readers add up both, in one statement, so that they count each row once.
 */
export async function mergeRunSpend(executor: Executor, { limit }: { readonly limit: number }): Promise<number> {
  const { rows } = await sql<{ readonly moved: number }>`
    with ended as (
      select run_id, day, model from run_spend
      where not exists (
        select from run where run.id = run_spend.run_id
          and (run.ended_at is null or run.ended_at > clock_timestamp() - interval '1 minute'))
      limit ${limit}::integer for update skip locked
    ), moved as (
      delete from run_spend using ended
      where run_spend.run_id = ended.run_id and run_spend.day = ended.day and run_spend.model = ended.model
      returning run_spend.*
    ), merged as (
      insert into spend (organization_id, user_id, day, model, input_tokens, output_tokens, unpriced_tokens, cost_usd)
      select organization_id, user_id, day, model, sum(input_tokens), sum(output_tokens), sum(unpriced_tokens), sum(cost_usd)
      from moved group by organization_id, user_id, day, model
      order by organization_id, day, user_id, model
      on conflict (organization_id, day, user_id, model) do update set
        input_tokens = spend.input_tokens + excluded.input_tokens,
        output_tokens = spend.output_tokens + excluded.output_tokens,
        unpriced_tokens = spend.unpriced_tokens + excluded.unpriced_tokens,
        cost_usd = spend.cost_usd + excluded.cost_usd
    )
    select count(*)::integer as moved from moved`.execute(executor);
  return rows[0]?.moved ?? 0;
}
