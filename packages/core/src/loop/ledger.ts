import { addCost, type Budget } from '../budget/budget.ts';
import type { CostOf } from '../model/cost-of.ts';
import { addUsage, noUsage, type Usage } from '../model/usage.ts';
import type { Closing, ModelStep, ToolCallRecord } from './agentic-result.ts';

/** Share of a limit at which the model gets a note. */
const nearShare = 0.8;

/** Limits and prices of a run. */
interface LedgerTerms {
  readonly maxIterations: number;
  readonly budget?: Budget;
  readonly costOf: CostOf;
  /** Turns taken by earlier runs. */
  readonly turnsTaken: number;
}

/** Steps, calls, usage and cost of one run, and the distance to its limits. It also counts towards a shared budget. */
export class Ledger {
  readonly steps: ModelStep[] = [];
  readonly calls: ToolCallRecord[] = [];
  readonly #terms: LedgerTerms;
  readonly #noted = new Set<string>();
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

  /** Usage of one turn so far. */
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

  /** Counts one more tool call, or returns the reason when a limit forbids it. */
  refuseCall(): string | undefined {
    const { budget } = this.#terms;
    if (budget === undefined) return undefined;
    const [limit] = budget.limitsAt(1);
    if (limit !== undefined) return `the budget is used up (${limit}).`;
    budget.spend({ toolCalls: 1 });
    return undefined;
  }

  /** Remaining wall time in milliseconds. */
  get msLeft(): number {
    const { budget } = this.#terms;
    return budget?.limits.ms === undefined ? Infinity : Math.max(1, budget.limits.ms - budget.spent().ms);
  }

  /** Set when the budget allows nothing more, not even a wrap-up turn. */
  exhausted(): Closing | undefined {
    const [limit] = this.#terms.budget?.limitsAt(1) ?? [];
    return limit === undefined ? undefined : { stopReason: 'budget', limit };
  }

  /** Set when a limit allows only one more turn. */
  closing(): Closing | undefined {
    const { maxIterations, budget } = this.#terms;
    if (this.#iterations + 1 >= maxIterations) return { stopReason: 'max_iterations' };
    const [limit] = budget?.limitsAt(1, { iterations: 1 }) ?? [];
    return limit === undefined ? undefined : { stopReason: 'budget', limit };
  }

  /** Note to the model about a limit that is near, once for each limit. */
  nearNote(): string | undefined {
    const { maxIterations, budget } = this.#terms;
    const left = maxIterations - this.#iterations;
    if (left > 1 && this.#iterations >= nearShare * maxIterations && this.#isNew('maxIterations')) {
      return `${left} turns are left, the last one for the answer. Do what matters most first.`;
    }
    const near = budget?.limitsAt(nearShare).filter((limit) => this.#isNew(limit)) ?? [];
    if (near.length === 0) return undefined;
    return `Most of the budget of this run is used (${near.join(', ')}). Do what matters most first, then answer.`;
  }

  #isNew(limit: string): boolean {
    return !this.#noted.has(limit) && this.#noted.add(limit) !== undefined;
  }
}
