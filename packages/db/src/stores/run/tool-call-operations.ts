import { AppError, estimateTokens, toJsonText } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import type { RunStore, RunToolCall, ToolCallResult } from '@shipmate/domain/run';
import { sql, type Selectable } from 'kysely';
import { found } from '../../error/not-found.ts';
import { inTransaction, type Executor } from '../../executor/executor.ts';
import type { ToolCallTable } from '../../schema/run-tables.ts';
import { requireId } from '../../tenancy/tenancy.ts';
import { storableText } from '../storable-text.ts';
import { appendToRun } from './append-to-run.ts';
import { lockRun } from './run-lease-columns.ts';

/** Creates the operations of {@link RunStore} on tool calls. */
export function createToolCallOperations(
  executor: Executor,
): Pick<RunStore, 'beginToolCall' | 'endToolCall' | 'markToolCallUnknown' | 'settleToolCall' | 'listToolCalls'> {
  return {
    async beginToolCall(lease, { toolCallId, turn, name, input, effect, idempotent }) {
      await inTransaction(executor, async (transaction) => {
        await lockRun(transaction, lease);
        const row = { input: toJsonText(input), effect, idempotent, status: 'running', ...notEnded } as const;
        await transaction
          .insertInto('tool_call')
          .values({ ...toKey(lease.runId, toolCallId), turn, name: storableText(name), ...row })
          .onConflict((conflict) =>
            conflict.columns(key).doUpdateSet({ ...row, started_at: sql<Date>`clock_timestamp()` }),
          )
          .execute();
      });
    },

    async endToolCall(lease, call) {
      await appendToRun(executor, lease, { events: [], calls: [call] });
    },

    async markToolCallUnknown(lease, toolCallId) {
      await inTransaction(executor, async (transaction) => {
        await lockRun(transaction, lease);
        await transaction
          .updateTable('tool_call')
          .set({ status: 'unknown' })
          .where((eb) => eb.and(toKey(lease.runId, toolCallId)))
          .execute();
      });
    },

    async settleToolCall({ runId, toolCallId }, result) {
      requireId(runId, 'run');
      await inTransaction(executor, async (transaction) => {
        await lockRun(transaction, { runId });
        const isCall = sql<boolean>`run_id = ${runId}::uuid and tool_call_id = ${storableText(toolCallId)}`;
        const row = await transaction.selectFrom('tool_call').select('status').where(isCall).executeTakeFirst();
        if (found(row, 'tool call').status !== 'unknown') {
          throw new AppError({ code: 'CONFLICT', message: 'The outcome of this tool call is known already.' });
        }
        await (result
          ? transaction.updateTable('tool_call').set(endedWith(result)).where(isCall).execute()
          : transaction.deleteFrom('tool_call').where(isCall).execute());
      });
    },

    async listToolCalls(runId) {
      if (!isId(runId)) return [];
      const rows = await executor
        .selectFrom('tool_call')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('turn')
        .orderBy('started_at')
        .orderBy('tool_call_id')
        .execute();
      return rows.map(toRunToolCall);
    },
  };
}

const key = ['run_id', 'tool_call_id'] as const;
const notEnded = { result: null, result_tokens: null, ended_at: null };

function toKey(runId: string, toolCallId: string) {
  return { run_id: runId, tool_call_id: storableText(toolCallId) };
}

function endedWith(result: ToolCallResult) {
  const status: 'failed' | 'finished' = result.part.isError ? 'failed' : 'finished';
  return {
    status,
    result: toJsonText(result),
    result_tokens: estimateTokens(result.part.output),
    ended_at: sql<Date>`clock_timestamp()`,
  };
}

function toRunToolCall(row: Selectable<ToolCallTable>): RunToolCall {
  return {
    runId: row.run_id,
    toolCallId: row.tool_call_id,
    turn: row.turn,
    name: row.name,
    input: row.input,
    effect: row.effect,
    idempotent: row.idempotent,
    status: row.status,
    result: row.result,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
