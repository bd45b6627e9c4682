import type { Run } from '@shipmate/domain/run';
import type { Spent } from '@shipmate/protocol/web/conversations';
import { addUsage, noUsage } from '@shipmate/core';
import { costOf } from '@shipmate/providers';

/**
 * Returns the cost of a run in US dollars: the sum counted per turn, by the models that answered. Of a run that is not
 * ended, all its tokens at its own model's prices of the day on which it began. `undefined` when a price is unknown.
 */
export function costOfRun(run: Pick<Run, 'model' | 'usage' | 'costUsd' | 'createdAt' | 'endedAt'>): number | undefined {
  const isCounted = run.endedAt !== null && run.usage.inputTokens + run.usage.outputTokens > 0;
  if (run.costUsd !== null) return run.costUsd;
  return isCounted || run.model === null ? undefined : costOf(run.model, run.usage, run.createdAt);
}

/** Returns the total cost of the runs that have ended. */
export function toSpent(runs: readonly Run[]): Spent {
  const ended = runs.filter(({ endedAt }) => endedAt !== null);
  const costs = ended.map(costOfRun).filter((cost) => cost !== undefined);
  return {
    ...ended.reduce((sum, { usage }) => addUsage(sum, usage), noUsage),
    answers: ended.length,
    costUsd: costs.reduce((sum, cost) => sum + cost, 0),
    unpricedAnswers: ended.length - costs.length,
  };
}
