import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { countSpend, spenderOf } from './count-spend.ts';

interface Rest {
  readonly model: string | null;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_usd: number | null;
}

/** Counts the usage of an ended run besides its turns: that of failed answers. */
export async function countRest(transaction: Executor, runId: string): Promise<void> {
  const { rows } = await sql<Rest>`
    select run.model, run.cost_usd - coalesce(sum(step.cost_usd), 0) as cost_usd,
      (run.input_tokens - coalesce(sum(step.input_tokens), 0))::integer as input_tokens,
      (run.output_tokens - coalesce(sum(step.output_tokens), 0))::integer as output_tokens
    from run left join run_step as step on step.run_id = run.id
    where run.id = ${runId}::uuid
    group by run.id`.execute(transaction);
  for (const { model, input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: costUsd } of rows) {
    // Floating-point costs may leave a remainder, so a difference of no tokens is none.
    if (model === null || (inputTokens <= 0 && outputTokens <= 0)) continue;
    await countSpend(transaction, spenderOf(runId), { model, inputTokens, outputTokens, costUsd });
  }
}
