import { systemClock, type Clock } from '../clock/clock.ts';

/** How much may be spent. What is not named is not limited. */
export interface BudgetLimits {
  /** Model turns. */
  readonly iterations?: number;
  readonly toolCalls?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Input and output together. */
  readonly tokens?: number;
  /** It takes a price for every model that is asked: see `costOf`. */
  readonly costUsd?: number;
  /** Wall time since the budget was made. */
  readonly ms?: number;
}

/** What a budget can run out of. */
export type BudgetLimit = keyof BudgetLimits;

/** What was spent, in the units of {@link BudgetLimits}. `costUsd` is `undefined` once something had no known price. */
export type BudgetSpent = { readonly [Limit in Exclude<BudgetLimit, 'costUsd'>]: number } & {
  readonly costUsd: number | undefined;
};

/** An allowance that several runs, at once too, can spend together. */
export interface Budget {
  readonly limits: BudgetLimits;
  spent(): BudgetSpent;
  /** Adds to what was spent; time passes by itself, and tokens add up. */
  spend(amount: Partial<Omit<BudgetSpent, 'ms' | 'tokens'>>): void;
  /**
   * The limits of which at least the given share is spent; a cost that is not known counts as all of it. With `reserve`, that
   * much of each is taken for spent already.
   */
  limitsAt(share: number, reserve?: Partial<Record<BudgetLimit, number>>): readonly BudgetLimit[];
}

/** Makes a budget; its time begins to run now. */
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

/** A sum of costs is known only while all of them are. */
export function addCost(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? undefined : left + right;
}
