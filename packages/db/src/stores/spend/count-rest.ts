import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';

/**
 * Counts the usage of an ended run besides its turns: that of failed answers. Floating-point costs may leave a remainder, so a
 * difference of no tokens is none.
 */
export async function countRest(transaction: Executor, runId: string): Promise<void> {
  await sql`
    with rest as (
      select run.organization_id, run.user_id, run.model, run.cost_usd - coalesce(sum(step.cost_usd), 0) as cost_usd,
        run.input_tokens - coalesce(sum(step.input_tokens), 0) as input_tokens,
        run.output_tokens - coalesce(sum(step.output_tokens), 0) as output_tokens
      from run left join run_step as step on step.run_id = run.id
      where run.id = ${runId}::uuid
      group by run.id
    )
    insert into run_spend (run_id, day, model, organization_id, user_id, input_tokens, output_tokens, unpriced_tokens, cost_usd)
    select ${runId}::uuid, (clock_timestamp() at time zone 'utc')::date, model, organization_id, user_id, input_tokens,
      output_tokens, case when cost_usd is null then input_tokens + output_tokens else 0 end, coalesce(cost_usd, 0)
    from rest where model is not null and (input_tokens > 0 or output_tokens > 0)
    on conflict (run_id, day, model) do update set
      input_tokens = run_spend.input_tokens + excluded.input_tokens,
      output_tokens = run_spend.output_tokens + excluded.output_tokens,
      unpriced_tokens = run_spend.unpriced_tokens + excluded.unpriced_tokens,
      cost_usd = run_spend.cost_usd + excluded.cost_usd`.execute(transaction);
}
