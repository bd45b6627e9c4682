import { isId } from '@shipmate/domain';
import type { RunStep, RunStore } from '@shipmate/domain/run';
import type { Executor } from '../../executor/executor.ts';
import { appendToRun } from './append-to-run.ts';
import { readTurns, type Turn } from '../read-turns.ts';
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
      return (await readTurns(executor, [runId])).map(toRunStep);
    },
  };
}

function toRunStep(row: Turn): RunStep {
  return {
    turn: row.turn,
    model: row.model,
    finish: row.finish,
    usage: toUsage(row),
    costUsd: row.cost_usd,
    messages: row.messages,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
