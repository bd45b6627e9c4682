import { addCost, addUsage, noUsage, type LoopJournal, type ModelStep, type Usage } from '@shipmate/core';

/** Tokens that a model used and their cost; the cost is null when the model has no known price. */
export interface ConsultationCost {
  readonly model: string;
  readonly usage: Usage;
  readonly costUsd: number | null;
}

/** Counts the cost of a consultation turn by turn, so that the usage is stored even when the process dies. */
export interface ConsultationBill {
  /** Counts a turn when it has ended. */
  readonly journal: LoopJournal;
  /** Counts the requests that belong to no completed turn because they failed. */
  settle(steps: readonly ModelStep[]): Promise<void>;
  /** Marks requests as counted by the caller. */
  skip(steps: readonly ModelStep[]): void;
}

/** Creates the bill of a consultation. `count` is called once for each part and each model that was asked in it. */
export function createConsultationBill(count: (spent: ConsultationCost) => Promise<void>): ConsultationBill {
  const counted = new Set<ModelStep>();

  async function settle(steps: readonly ModelStep[]): Promise<void> {
    const byModel = Map.groupBy(
      steps.filter((step) => !counted.has(step)),
      ({ model }) => model,
    );
    for (const [model, open] of byModel) {
      const usage = open.reduce((sum, step) => addUsage(sum, step.usage), noUsage);
      const costUsd = open.reduce<number | undefined>((sum, step) => addCost(sum, step.costUsd), 0) ?? null;
      await count({ model, usage, costUsd });
      for (const step of open) counted.add(step);
    }
  }

  return {
    settle,
    skip(steps) {
      for (const step of steps) counted.add(step);
    },
    journal: {
      turnEnded: ({ steps }) => settle(steps),
      callBegun: nothing,
      callEnded: nothing,
      callsAnswered: nothing,
    },
  };
}

async function nothing(): Promise<void> {}
