import { addCost, type Budget } from '../budget/budget.ts';
import type { CostOf } from '../model/cost-of.ts';
import { addUsage, noUsage, type Usage } from '../model/usage.ts';
import type { ToolCallRecord } from './agentic-result.ts';
import type { ModelStep } from './model-step.ts';
import type { Closing } from './stop-reason.ts';

/** From this share of a limit on, the model is told of it. */
const nearShare = 0.8;

/** The limits and prices of a run. */
export interface LedgerTerms {
  readonly maxIterations: number;
  readonly budget?: Budget;
  readonly costOf: CostOf;
  /** Turns that were taken before. */
  readonly turnsTaken: number;
}

/** The books of one run: what was spent and done, and how far the limits are. A shared budget is kept up to date. */
export class Ledger {
  readonly steps: ModelStep[] = [];
  readonly calls: ToolCallRecord[] = [];
  readonly #terms: LedgerTerms;
  readonly #told = new Set<string>();
  #iterations: number;
  #usage = noUsage;
  #costUsd: number | undefined = 0;

  constructor(terms: LedgerTerms) {
    this.#terms = terms;
    this.#iterations = terms.turnsTaken;
  }

  /** Turns begun. */
  get iterations(): number {
    return this.#iterations;
  }

  get usage(): Usage {
    return this.#usage;
  }

  /** The requests of one turn so far. */
  stepsOf(turn: number): readonly ModelStep[] {
    let first = this.steps.length;
    while (first > 0 && this.steps[first - 1]?.turn === turn) first -= 1;
    return this.steps.slice(first);
  }

  /** What one turn spent so far. */
  usageOf(turn: number): Usage {
    return this.stepsOf(turn).reduce((usage, step) => addUsage(usage, step.usage), noUsage);
  }

  get costUsd(): number | undefined {
    return this.#costUsd;
  }

  beginTurn(): void {
    this.#terms.budget?.spend({ iterations: 1 });
    this.#iterations += 1;
  }

  addStep(step: Omit<ModelStep, 'costUsd'>): void {
    const { inputTokens, outputTokens } = step.usage;
    const costUsd = this.#terms.costOf(step.model, step.usage);
    this.steps.push(costUsd === undefined ? step : { ...step, costUsd });
    this.#usage = addUsage(this.#usage, step.usage);
    this.#costUsd = addCost(this.#costUsd, costUsd);
    this.#terms.budget?.spend({ inputTokens, outputTokens, costUsd });
  }

  /** Books one more tool call, unless a limit forbids it: then it says which. */
  refuseCall(): string | undefined {
    const { budget } = this.#terms;
    if (budget === undefined) return undefined;
    const [limit] = budget.limitsAt(1);
    if (limit !== undefined) return `the budget is used up (${limit}).`;
    budget.spend({ toolCalls: 1 });
    return undefined;
  }

  /** Wall time that is left, in milliseconds. */
  get msLeft(): number {
    const { budget } = this.#terms;
    return budget?.limits.ms === undefined ? Infinity : Math.max(1, budget.limits.ms - budget.spent().ms);
  }

  /** Whether the budget allows nothing more, not even a turn to wrap up. */
  exhausted(): Closing | undefined {
    const [limit] = this.#terms.budget?.limitsAt(1) ?? [];
    return limit === undefined ? undefined : { stopReason: 'budget', limit };
  }

  /** Why the next turn is the last one, when a limit is reached. */
  closing(): Closing | undefined {
    const { maxIterations, budget } = this.#terms;
    if (this.#iterations + 1 >= maxIterations) return { stopReason: 'max_iterations' };
    const [limit] = budget?.limitsAt(1, { iterations: 1 }) ?? [];
    return limit === undefined ? undefined : { stopReason: 'budget', limit };
  }

  /** What the model is to be told of a limit that came near; each limit is told once. */
  nearNote(): string | undefined {
    const { maxIterations, budget } = this.#terms;
    const left = maxIterations - this.#iterations;
    if (left > 1 && this.#iterations >= nearShare * maxIterations && this.#isNew('maxIterations')) {
      return `${left} turns are left, the last one for the answer. Do what matters most first.`;
    }
    const near = budget?.limitsAt(nearShare).filter((limit) => this.#isNew(limit)) ?? [];
    if (near.length === 0) return undefined;
    return `Most of the budget for this work is spent (${near.join(', ')}). Do what matters most first, then answer.`;
  }

  #isNew(limit: string): boolean {
    return !this.#told.has(limit) && this.#told.add(limit) !== undefined;
  }
}
