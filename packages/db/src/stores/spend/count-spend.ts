import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';

/** What was spent, of both kinds of tokens and in US dollars; a cost that is not known makes the tokens unpriced. */
export interface SpendAmount {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** Counts for a run's user what it spent with a model just now; a negative amount takes back what was counted. */
export async function countSpend(
  transaction: Executor,
  { runId, model }: { readonly runId: string; readonly model: string },
  { inputTokens, outputTokens, costUsd }: SpendAmount,
): Promise<void> {
  requireId(runId, 'run');
  if (inputTokens === 0 && outputTokens === 0 && !costUsd) return;
  const unpriced = costUsd === null ? inputTokens + outputTokens : 0;
  await sql`
    insert into spend (organization_id, day, user_id, model, input_tokens, output_tokens, unpriced_tokens, cost_usd)
    select organization_id, (clock_timestamp() at time zone 'utc')::date, user_id, ${model}::text,
      ${inputTokens}::bigint, ${outputTokens}::bigint, ${unpriced}::bigint, ${costUsd ?? 0}::float8
    from run where id = ${runId}::uuid
    on conflict (organization_id, day, user_id, model) do update set
      input_tokens = spend.input_tokens + excluded.input_tokens,
      output_tokens = spend.output_tokens + excluded.output_tokens,
      unpriced_tokens = spend.unpriced_tokens + excluded.unpriced_tokens,
      cost_usd = spend.cost_usd + excluded.cost_usd`.execute(transaction);
}
