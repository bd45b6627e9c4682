import type { Run } from '@shipmate/domain';
import type { Spent } from '@shipmate/protocol';
import { addUsage, noUsage } from '@shipmate/core';
import { costOf } from '@shipmate/providers';

/**
 * What a run has cost, in US dollars: as was counted turn by turn, else of all its tokens at the prices of the day on which it
 * began; `undefined` when they are not known.
 */
export function costOfRun(run: Pick<Run, 'model' | 'usage' | 'costUsd' | 'createdAt'>): number | undefined {
  return run.costUsd ?? costOf(run.model, run.usage, run.createdAt);
}

/** What the runs that have ended have cost together. */
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
