import { addCost, addUsage, noUsage, type LoopJournal, type ModelStep, type Usage } from '@shipmate/core';

/** What a model was given and gave; the cost is null where its price is not known. */
export interface ConsultationCost {
  readonly model: string;
  readonly usage: Usage;
  readonly costUsd: number | null;
}

/** Counts what a consultation costs while it costs it: what was spent is known, and kept, also when its process dies. */
export interface ConsultationBill {
  /** Counts a turn once it has ended. */
  readonly journal: LoopJournal;
  /** Counts, of all requests, those that no turn has accounted for, as they failed. */
  settle(steps: readonly ModelStep[]): Promise<void>;
}

/** Makes the bill of a consultation of one model. `count` is told each part once. */
export function createConsultationBill(
  model: string,
  count: (spent: ConsultationCost) => Promise<void>,
): ConsultationBill {
  const counted = new Set<ModelStep>();

  async function settle(steps: readonly ModelStep[]): Promise<void> {
    const open = steps.filter((step) => !counted.has(step));
    if (open.length === 0) return;
    const usage = open.reduce((sum, step) => addUsage(sum, step.usage), noUsage);
    const costUsd = open.reduce<number | undefined>((sum, step) => addCost(sum, step.costUsd), 0) ?? null;
    await count({ model, usage, costUsd });
    for (const step of open) counted.add(step);
  }

  return {
    settle,
    journal: {
      turnEnded: ({ steps }) => settle(steps),
      callBegun: nothing,
      callEnded: nothing,
      callsAnswered: nothing,
    },
  };
}

async function nothing(): Promise<void> {}
