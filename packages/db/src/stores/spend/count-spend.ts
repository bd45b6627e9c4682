import type { Principal } from '@shipmate/core';
import type { SpendAmount } from '@shipmate/domain/spend';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { ownedBy } from '../../tenancy/tenancy.ts';

/** Counts the principal's usage of a model now. */
export async function countSpend(
  executor: Executor,
  principal: Principal,
  { model, inputTokens, outputTokens, costUsd }: SpendAmount,
): Promise<void> {
  if (inputTokens === 0 && outputTokens === 0 && !costUsd) return;
  const { organization_id: organizationId, user_id: userId } = ownedBy(principal);
  const unpriced = costUsd === null ? inputTokens + outputTokens : 0;
  await sql`
    insert into spend (organization_id, user_id, day, model, input_tokens, output_tokens, unpriced_tokens, cost_usd)
    values (${organizationId}::uuid, ${userId}::uuid, (clock_timestamp() at time zone 'utc')::date, ${model}::text,
      ${inputTokens}::bigint, ${outputTokens}::bigint, ${unpriced}::bigint, ${costUsd ?? 0}::float8)
    on conflict (organization_id, day, user_id, model) do update set
      input_tokens = spend.input_tokens + excluded.input_tokens,
      output_tokens = spend.output_tokens + excluded.output_tokens,
      unpriced_tokens = spend.unpriced_tokens + excluded.unpriced_tokens,
      cost_usd = spend.cost_usd + excluded.cost_usd`.execute(executor);
}
