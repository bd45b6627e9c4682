import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBudget, type BudgetLimits } from './budget.ts';

function createTestClock() {
  let ms = 1000;
  return { now: () => new Date(ms), pass: (by: number): void => void (ms += by) };
}

it('createBudget adds up the amounts spent and the time that passes', () => {
  const clock = createTestClock();
  const budget = createBudget({ toolCalls: 3 }, clock);
  budget.spend({ iterations: 1, inputTokens: 10, outputTokens: 2, costUsd: 0.5 });
  budget.spend({ toolCalls: 2, inputTokens: 5, costUsd: 0.25 });
  clock.pass(70);
  expect(budget.spent()).toEqual({
    iterations: 1,
    toolCalls: 2,
    inputTokens: 15,
    outputTokens: 2,
    tokens: 17,
    costUsd: 0.75,
    ms: 70,
  });
});

it('limitsAt returns the limits that are near or reached', () => {
  const clock = createTestClock();
  const budget = createBudget({ iterations: 10, toolCalls: 100, ms: 50 }, clock);
  budget.spend({ iterations: 8, toolCalls: 70 });
  expect(budget.limitsAt(0.8)).toEqual(['iterations']);
  expect(budget.limitsAt(1)).toEqual([]);
  expect(budget.limitsAt(1, { iterations: 2 })).toEqual(['iterations']);
  clock.pass(50);
  expect(budget.limitsAt(1)).toEqual(['ms']);
});

it('createBudget limits input and output tokens together', () => {
  const budget = createBudget({ tokens: 10 });
  budget.spend({ inputTokens: 7 });
  expect(budget.limitsAt(0.8)).toEqual([]);
  budget.spend({ outputTokens: 1 });
  expect(budget.limitsAt(0.8)).toEqual(['tokens']);
  expect(budget.limitsAt(1)).toEqual([]);
  budget.spend({ inputTokens: 2 });
  expect(budget.limitsAt(1)).toEqual(['tokens']);
});

it('createBudget counts an unknown cost as the whole limit from then on', () => {
  const budget = createBudget({ costUsd: 1 });
  expect(budget.limitsAt(1)).toEqual([]);
  budget.spend({ costUsd: undefined });
  budget.spend({ costUsd: 0.1 });
  expect(budget.spent().costUsd).toBeUndefined();
  expect(budget.limitsAt(1)).toEqual(['costUsd']);
});

it('limitsAt returns a limit when exactly as much is spent', () => {
  const names = ['iterations', 'toolCalls', 'inputTokens', 'outputTokens'] as const;
  const amounts = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(20)), { maxLength: 20 });
  const limits = fc.record(Object.fromEntries(names.map((name) => [name, fc.integer({ min: 1, max: 60 })])), {
    requiredKeys: [],
  });
  fc.assert(
    fc.property(amounts, limits, (spending, most: BudgetLimits) => {
      const budget = createBudget(most);
      for (const [name, amount] of spending) budget.spend({ [name]: amount });
      const sums = names.filter((name) => {
        const sum = spending.reduce((total, [spent, amount]) => total + (spent === name ? amount : 0), 0);
        return sum >= (most[name] ?? Infinity);
      });
      expect(budget.limitsAt(1).toSorted()).toEqual(sums.toSorted());
    }),
  );
});
