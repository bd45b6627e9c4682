import { noUsage } from '@shipmate/core';
import { expect, it } from 'vitest';
import { describeCost, describeTotalCost } from './describe-cost.ts';
import { describeTokens } from './describe-tokens.ts';

it.each([
  [null, 'cost unknown'],
  [0, 'no cost'],
  [0.00001, 'under $0.0001'],
  [0.00042, '$0.00042'],
  [0.0314, '$0.031'],
  [0.25, '$0.25'],
  [1234.5, '$1,234.50'],
])('describeCost describes %s', (costUsd, words) => {
  expect(describeCost(costUsd)).toBe(words);
});

it.each([
  [{ answers: 2, costUsd: 0.5, unpricedAnswers: 0 }, '$0.50'],
  [{ answers: 2, costUsd: 0.5, unpricedAnswers: 1 }, 'at least $0.50'],
  [{ answers: 2, costUsd: 0, unpricedAnswers: 1 }, 'cost unknown'],
  [{ answers: 2, costUsd: 0, unpricedAnswers: 2 }, 'cost unknown'],
  [{ answers: 0, costUsd: 0, unpricedAnswers: 0 }, 'no cost'],
])('describeTotalCost sums up %j', (spent, words) => {
  expect(describeTotalCost(spent)).toBe(words);
});

it('describeTokens marks the tokens of the demo model as an estimate', () => {
  const usage = { inputTokens: 1200, outputTokens: 30 };
  expect(describeTokens(usage, 'demo:shipmate-demo')).toBe('about 1,200 tokens in, 30 out');
  expect(describeTokens(usage, 'openai:gpt-4o')).toBe('1,200 tokens in, 30 out');
});

it.each([
  [{ inputTokens: 1200, outputTokens: 30 }, '1,200 tokens in, 30 out'],
  [{ inputTokens: 1200, outputTokens: 30, cacheReadTokens: 1000 }, '1,200 tokens in (1,000 read from cache), 30 out'],
  [
    { inputTokens: 9, outputTokens: 8, cacheReadTokens: 3, cacheWriteTokens: 2, reasoningTokens: 5 },
    '9 tokens in (3 read from cache, 2 written to cache), 8 out (5 reasoning)',
  ],
])('describeTokens describes %j', (usage, words) => {
  expect(describeTokens({ ...noUsage, ...usage })).toBe(words);
});
