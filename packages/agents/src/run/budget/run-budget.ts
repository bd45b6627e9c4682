import { createBudget, type Budget, type BudgetLimits, type ChatModel, type LoopJournal } from '@shipmate/core';
import { tightestBounds, type SpendWindow } from '@shipmate/domain/spend';
import { checkAllowance, type PricedModel } from '@shipmate/domain/use-cases';
import { toPricedModel } from './to-priced-model.ts';

/** The remaining budget of a run; spending by other runs, in any process, reduces it. */
export interface RunBudget {
  readonly budget: Budget;
  /** The fallback models that the limits allow: a cost limit excludes models of unknown price. */
  readonly fallbackModels: readonly ChatModel[];
  /**
   * Wraps a journal so that the budget is read again after each complete turn; the next turn uses the updated budget.
   */
  follow(journal: LoopJournal): LoopJournal;
}

/** Options for {@link openRunBudget}. */
export interface RunBudgetOptions {
  /** Reads the windows with a limit and their spending so far, which includes the run's stored turns. */
  readonly read: () => Promise<readonly SpendWindow[]>;
  readonly model: PricedModel;
  readonly fallbackModels?: readonly ChatModel[];
}

/**
 * Opens the budget of a run that is about to start or resume. @throws AppError, as `checkAllowance` does, when nothing
 * is left.
 */
export async function openRunBudget({ read, model, ...options }: RunBudgetOptions): Promise<RunBudget> {
  const windows = await read();
  checkAllowance(windows, model);
  const isCostLimited = tightestBounds(windows).some(({ measure }) => measure === 'costUsd');
  const isAllowed = ({ id }: ChatModel): boolean => !isCostLimited || toPricedModel(id).isPriced;
  const fallbackModels = options.fallbackModels?.filter(isAllowed) ?? [];
  const isPriced = model.isPriced && fallbackModels.every(({ id }) => toPricedModel(id).isPriced);
  let current = toBudget(windows, isPriced);
  return {
    fallbackModels,
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
        current = toBudget(await read(), isPriced);
      },
    }),
  };
}

function toBudget(windows: readonly SpendWindow[], isPriced: boolean): Budget {
  const limits: { -readonly [Limit in keyof BudgetLimits]: number } = {};
  const bounds = tightestBounds(windows);
  for (const { measure, most } of bounds) limits[measure] = most;
  const budget = createBudget(limits);
  for (const { measure, spent } of bounds) {
    // A cost limit that was added meanwhile ends a run that may use a model of unknown price.
    budget.spend(measure === 'tokens' ? { inputTokens: spent } : { costUsd: isPriced ? spent : undefined });
  }
  return budget;
}
