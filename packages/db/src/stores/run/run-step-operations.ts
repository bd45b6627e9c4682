import { toJsonText } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import type { RunStep, RunStore } from '@shipmate/domain/run';
import { sql, type Selectable } from 'kysely';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { RunStepTable } from '../../schema/run-tables.ts';
import { countSpend, spenderOf } from '../spend/count-spend.ts';
import { lockRun } from './run-lease-columns.ts';
import { fromUsage, toUsage } from './run-row.ts';

/** Creates the operations of {@link RunStore} on turns. */
export function createRunStepOperations(
  executor: Executor,
): Pick<RunStore, 'saveStep' | 'saveStepAnswers' | 'listSteps'> {
  return {
    async saveStep(writer, { turn, model, finish, usage, costUsd, messages, durationMs }) {
      await inTransaction(executor, async (transaction) => {
        await lockRun(transaction, writer);
        const row = {
          model,
          finish,
          ...fromUsage(usage),
          cost_usd: costUsd,
          messages: toJsonText(messages),
          started_at: sql<Date>`clock_timestamp() - make_interval(secs => ${durationMs / 1000}::float8)`,
          ended_at: sql<Date>`clock_timestamp()`,
        };
        await countStep(transaction, writer.runId, { turn, model, usage, costUsd });
        await transaction
          .insertInto('run_step')
          .values({ run_id: writer.runId, turn, ...row })
          .onConflict((conflict) => conflict.columns(['run_id', 'turn']).doUpdateSet(row))
          .execute();
        // The run made progress, so it does not crash its executors.
        await transaction
          .updateTable('run')
          .set((eb) => ({ attempt: 0, model: eb.fn.coalesce('model', eb.val(model)) }))
          .where('id', '=', writer.runId)
          .execute();
      });
    },

    async saveStepAnswers(lease, { turn, message }) {
      await inTransaction(executor, async (transaction) => {
        await lockRun(transaction, lease);
        await transaction
          .updateTable('run_step')
          .set({ answers: toJsonText(message) })
          .where('run_id', '=', lease.runId)
          .where('turn', '=', turn)
          .execute();
      });
    },

    async listSteps(runId) {
      if (!isId(runId)) return [];
      const rows = await executor
        .selectFrom('run_step')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('turn')
        .execute();
      return rows.map(toRunStep);
    },
  };
}

/** Counts the usage of a turn, in place of the usage counted for it before. */
async function countStep(
  transaction: Executor,
  runId: string,
  { turn, model, usage, costUsd }: Pick<RunStep, 'turn' | 'model' | 'usage' | 'costUsd'>,
): Promise<void> {
  const before = await transaction
    .selectFrom('run_step')
    .select(['model', 'input_tokens', 'output_tokens', 'cost_usd'])
    .where('run_id', '=', runId)
    .where('turn', '=', turn)
    .executeTakeFirst();
  const spender = spenderOf(runId);
  if (before) {
    const { model: earlierModel, input_tokens: input, output_tokens: output, cost_usd: cost } = before;
    await countSpend(transaction, spender, {
      model: earlierModel,
      inputTokens: -input,
      outputTokens: -output,
      costUsd: cost === null ? null : -cost,
    });
  }
  await countSpend(transaction, spender, { ...usage, model, costUsd });
}

function toRunStep(row: Selectable<RunStepTable>): RunStep {
  return {
    turn: row.turn,
    model: row.model,
    finish: row.finish,
    usage: toUsage(row),
    costUsd: row.cost_usd,
    messages: row.answers === null ? row.messages : [...row.messages, row.answers],
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
