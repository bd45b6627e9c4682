import { toolCallsOf, type Message, type ToolMessage } from '@shipmate/core';
import type { ToolCallResult } from '@shipmate/domain/run';
import { sql, type Selectable } from 'kysely';
import type { Executor } from '../executor/executor.ts';
import type { RunStepTable } from '../schema/run-tables.ts';

/** A turn with all of its messages: the results of its calls come last, once all of them exist. */
export type Turn = Omit<Selectable<RunStepTable>, 'answers'>;

/** Reads the turns of runs, each run's in order. The results of a turn's calls are stored with the calls. */
export async function readTurns(executor: Executor, runIds: readonly string[]): Promise<readonly Turn[]> {
  const rows = await executor
    .selectFrom('run_step')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('tool_call')
          .select(['run_id', 'turn', sql<readonly ToolCallResult[]>`json_agg(result)`.as('results')])
          .where('run_id', 'in', runIds)
          .where('result', 'is not', null)
          .groupBy(['run_id', 'turn'])
          .as('called'),
      (join) => join.onRef('called.run_id', '=', 'run_step.run_id').onRef('called.turn', '=', 'run_step.turn'),
    )
    .selectAll('run_step')
    .select('called.results')
    .where('run_step.run_id', 'in', runIds)
    .orderBy('run_step.run_id')
    .orderBy('run_step.turn')
    .execute();
  return rows.map(({ answers, results, ...row }) => {
    const answered = answers ?? toAnswers(row.messages.at(-1), results ?? []);
    return answered ? { ...row, messages: [...row.messages, answered] } : row;
  });
}

/** Returns the results of a message's calls; undefined if it has none, or if a call has no result. */
function toAnswers(message: Message | undefined, results: readonly ToolCallResult[]): ToolMessage | undefined {
  if (message?.role !== 'assistant') return undefined;
  const calls = toolCallsOf(message);
  const parts = new Map(results.map(({ part }) => [part.id, part]));
  const content = calls.flatMap(({ id }) => parts.get(id) ?? []);
  return calls.length > 0 && content.length === calls.length ? { role: 'tool', content } : undefined;
}
