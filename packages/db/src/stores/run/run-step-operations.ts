import { isId } from '@shipmate/domain';
import type { RunStep, RunStore } from '@shipmate/domain/run';
import type { Selectable } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import type { RunStepTable } from '../../schema/run-tables.ts';
import { appendToRun } from './append-to-run.ts';
import { toUsage } from './run-row.ts';

/** Creates the operations of {@link RunStore} on turns. */
export function createRunStepOperations(
  executor: Executor,
): Pick<RunStore, 'saveStep' | 'saveStepAnswers' | 'listSteps'> {
  return {
    async saveStep(writer, step) {
      await appendToRun(executor, writer, { events: [], step });
    },

    async saveStepAnswers(lease, answers) {
      await appendToRun(executor, lease, { events: [], answers });
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
