import type { RunRetry } from '@shipmate/domain/run';
import { sql } from 'kysely';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { lockRun } from './run-lease-columns.ts';

/** Copies the first turns of a run and their calls to another one, where their cost is not counted. */
export async function keepTurns(executor: Executor, runId: string, retry: RunRetry): Promise<void> {
  requireId(runId, 'run');
  requireId(retry.runId, 'run');
  const kept = sql`run_id = ${retry.runId}::uuid and turn < ${retry.keptTurns}::integer`;
  await inTransaction(executor, async (transaction) => {
    await lockRun(transaction, { runId });
    await sql`
      insert into run_step (run_id, turn, model, finish, input_tokens, output_tokens, cache_read_tokens,
        cache_write_tokens, reasoning_tokens, cost_usd, messages, answers, started_at, ended_at)
      select ${runId}::uuid, turn, model, finish, 0, 0, 0, 0, 0, 0, messages, answers, started_at, ended_at
      from run_step where ${kept}`.execute(transaction);
    await sql`
      insert into tool_call (run_id, tool_call_id, turn, name, input, effect, idempotent, status, result,
        started_at, ended_at)
      select ${runId}::uuid, tool_call_id, turn, name, input, effect, idempotent, status, result, started_at, ended_at
      from tool_call where ${kept}`.execute(transaction);
  });
}
