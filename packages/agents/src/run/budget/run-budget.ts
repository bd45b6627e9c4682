import { createBudget, type Budget, type BudgetLimits, type LoopJournal } from '@shipmate/core';
import { tightestBounds, type SpendWindow } from '@shipmate/domain/spend';
import { checkAllowance, type PricedModel } from '@shipmate/domain/use-cases';

/** The remaining budget of a run; spending by other runs, in any process, reduces it. */
export interface RunBudget {
  readonly budget: Budget;
  /**
   * Wraps a journal so that the budget is read again after each complete turn; the next turn uses the updated budget.
   */
  follow(journal: LoopJournal): LoopJournal;
}

/** Options for {@link openRunBudget}. */
export interface RunBudgetOptions {
  /** Reads the limits that apply to the run and the spending so far, which includes the run's stored turns. */
  readonly read: () => Promise<readonly SpendWindow[]>;
  readonly model: PricedModel;
}

/**
 * Opens the budget of a run that is about to start or resume. @throws AppError, as `checkAllowance` does, when nothing
 * is left.
 */
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
    // A cost limit that was added meanwhile ends a run whose model has no known price.
    budget.spend(measure === 'tokens' ? { inputTokens: spent } : { costUsd: isPriced ? spent : undefined });
  }
  return budget;
}
