import { AppError } from '@shipmate/core';
import { expect, it } from 'vitest';
import { checkAllowance } from '../use-cases/require-allowance.ts';
import { tightestBounds } from './spend-allowance.ts';
import type { SpendLimit, SpendPeriod, SpendScope, SpendWindow, Spent } from './spend-limit.ts';

const resetsAt = new Date('2027-01-01T00:00:00Z');

function window(
  [scope, period]: readonly [SpendScope, SpendPeriod],
  limit: Partial<SpendLimit>,
  spent: Partial<Spent> = {},
): SpendWindow {
  return {
    scope,
    period,
    limit: { tokens: null, costUsd: null, ...limit },
    spent: { tokens: 0, costUsd: 0, unpricedTokens: 0, ...spent },
    resetsAt,
  };
}

it('tightestBounds returns for each measure the limit with the least left, not the smallest one', () => {
  const month = window(['organization', 'month'], { tokens: 1_000, costUsd: 5 }, { tokens: 995, costUsd: 1 });
  const day = window(['user', 'day'], { tokens: 100, costUsd: 3 }, { tokens: 10, costUsd: 0.5 });
  expect(tightestBounds([day, month])).toEqual([
    { measure: 'tokens', most: 1_000, spent: 995, window: month },
    { measure: 'costUsd', most: 3, spent: 0.5, window: day },
  ]);
});

it('tightestBounds returns nothing without limits', () => {
  expect(tightestBounds([window(['user', 'day'], {}, { tokens: 9, costUsd: 9 })])).toEqual([]);
});

it.each([
  [
    window(['organization', 'month'], { tokens: 1_000_000 }, { tokens: 1_000_000 }),
    'Your organization has used up the limit of 1,000,000 tokens a month. It resets on 2027-01-01 at 00:00 UTC; an owner can raise it earlier.',
  ],
  [
    window(['user', 'day'], { costUsd: 2.5 }, { costUsd: 2.6 }),
    'You have used up the limit of $2.5 a day. It resets on 2027-01-01 at 00:00 UTC; an owner can raise it earlier.',
  ],
])('checkAllowance names the exhausted limit and the time of its reset', (used, message) => {
  const check = () => checkAllowance([used], { model: 'test:model', isPriced: true });
  expect(check).toThrow(AppError);
  expect(check).toThrow(message);
});
