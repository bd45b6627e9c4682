import { createBudget, type Budget, type BudgetLimits, type LoopJournal } from '@shipmate/core';
import { checkAllowance, tightestBounds, type PricedModel, type SpendWindow } from '@shipmate/domain';

/** What a run may spend: what is left of it, whoever else spends from it at the same time, in this process or another. */
export interface RunBudget {
  readonly budget: Budget;
  /** A journal that has the budget read again once a turn is complete, so that the next one is taken on what is left then. */
  follow(journal: LoopJournal): LoopJournal;
}

/** What {@link openRunBudget} needs. */
export interface RunBudgetOptions {
  /** The limits that hold for the run, and what is spent of them. What the run's turns spent is in it once they are stored. */
  readonly read: () => Promise<readonly SpendWindow[]>;
  readonly model: PricedModel;
}

/** Opens the budget of a run that is about to go on. @throws AppError, as `checkAllowance` does, when nothing is left. */
export async function openRunBudget({ read, model }: RunBudgetOptions): Promise<RunBudget> {
  const windows = await read();
  checkAllowance(windows, model);
  let current = toBudget(windows, model);
  return {
    budget: {
      get limits() {
        return current.limits;
      },
      spent: () => current.spent(),
      spend: (amount) => current.spend(amount),
      limitsAt: (share, reserve) => current.limitsAt(share, reserve),
    },
    follow: (journal) => ({
      ...journal,
      async callsAnswered(answers) {
        await journal.callsAnswered(answers);
        current = toBudget(await read(), model);
      },
    }),
  };
}

function toBudget(windows: readonly SpendWindow[], { isPriced }: PricedModel): Budget {
  const limits: { -readonly [Limit in keyof BudgetLimits]: number } = {};
  const bounds = tightestBounds(windows);
  for (const { measure, most } of bounds) limits[measure] = most;
  const budget = createBudget(limits);
  for (const { measure, spent } of bounds) {
    // A limit of cost that was set meanwhile ends a run whose cost nobody knows.
    budget.spend(measure === 'tokens' ? { inputTokens: spent } : { costUsd: isPriced ? spent : undefined });
  }
  return budget;
}
