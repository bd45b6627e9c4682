import type { SpendAmount } from '@shipmate/domain/spend';
import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';

/** A query that selects an `organization_id` and a `user_id`. */
type Spender = RawBuilder<unknown>;

/** Returns the organization and user to which a run's usage is charged. */
export function spenderOf(runId: string): Spender {
  requireId(runId, 'run');
  return sql`select organization_id, user_id from run where id = ${runId}::uuid`;
}

/** Counts usage of a model now; a negative amount reverts counted usage. */
export async function countSpend(
  executor: Executor,
  spender: Spender,
  { model, inputTokens, outputTokens, costUsd }: SpendAmount,
): Promise<void> {
  if (inputTokens === 0 && outputTokens === 0 && !costUsd) return;
  const unpriced = costUsd === null ? inputTokens + outputTokens : 0;
  await sql`
    insert into spend (organization_id, user_id, day, model, input_tokens, output_tokens, unpriced_tokens, cost_usd)
    select organization_id, user_id, (clock_timestamp() at time zone 'utc')::date, ${model}::text,
      ${inputTokens}::bigint, ${outputTokens}::bigint, ${unpriced}::bigint, ${costUsd ?? 0}::float8
    from (${spender}) as spender (organization_id, user_id)
    on conflict (organization_id, day, user_id, model) do update set
      input_tokens = spend.input_tokens + excluded.input_tokens,
      output_tokens = spend.output_tokens + excluded.output_tokens,
      unpriced_tokens = spend.unpriced_tokens + excluded.unpriced_tokens,
      cost_usd = spend.cost_usd + excluded.cost_usd`.execute(executor);
}
