import { systemClock, type Clock } from '../clock/clock.ts';

/** Limits of a budget. An absent limit does not apply. */
export interface BudgetLimits {
  /** Model turns. */
  readonly iterations?: number;
  readonly toolCalls?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Input and output together. */
  readonly tokens?: number;
  /** Needs a price for every model of the run: see `costOf`. */
  readonly costUsd?: number;
  /** Wall time since the budget was created, in milliseconds. */
  readonly ms?: number;
}

/** Name of a limit. */
export type BudgetLimit = keyof BudgetLimits;

/** Amounts spent, in the units of {@link BudgetLimits}. `costUsd` is `undefined` once an amount had no known price. */
export type BudgetSpent = { readonly [Limit in Exclude<BudgetLimit, 'costUsd'>]: number } & {
  readonly costUsd: number | undefined;
};

/** A budget that several runs, also concurrent ones, can share. */
export interface Budget {
  readonly limits: BudgetLimits;
  spent(): BudgetSpent;
  /** Adds to the amounts spent; `ms` and `tokens` follow by themselves. */
  spend(amount: Partial<Omit<BudgetSpent, 'ms' | 'tokens'>>): void;
  /**
   * The limits of which at least the given share is spent. An unknown cost counts as the whole limit. `reserve` counts as spent
   * too.
   */
  limitsAt(share: number, reserve?: Partial<Record<BudgetLimit, number>>): readonly BudgetLimit[];
}

/** Creates a budget. Its time starts now. */
export function createBudget(limits: BudgetLimits, clock: Clock = systemClock): Budget {
  const limited = Object.entries(limits) as [BudgetLimit, number][];
  const startedAt = clock.now().getTime();
  let sum: Omit<BudgetSpent, 'ms' | 'tokens'> = {
    iterations: 0,
    toolCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
  };
  const spent = (): BudgetSpent => ({
    ...sum,
    tokens: sum.inputTokens + sum.outputTokens,
    ms: clock.now().getTime() - startedAt,
  });

  return {
    limits,
    spent,
    spend(amount) {
      const costUsd = 'costUsd' in amount ? addCost(sum.costUsd, amount.costUsd) : sum.costUsd;
      sum = {
        iterations: sum.iterations + (amount.iterations ?? 0),
        toolCalls: sum.toolCalls + (amount.toolCalls ?? 0),
        inputTokens: sum.inputTokens + (amount.inputTokens ?? 0),
        outputTokens: sum.outputTokens + (amount.outputTokens ?? 0),
        costUsd,
      };
    },
    limitsAt(share, reserve = {}) {
      const current = spent();
      return limited.flatMap(([limit, most]) => {
        const amount = current[limit];
        return amount === undefined || amount + (reserve[limit] ?? 0) >= share * most ? limit : [];
      });
    },
  };
}

/** Adds costs; the sum with an unknown cost is unknown. */
export function addCost(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}
