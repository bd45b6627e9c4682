import { noUsage } from '@shipmate/core';
import { expect, it } from 'vitest';
import { costOfRun } from './run-cost.ts';

const run = {
  model: 'anthropic:claude-sonnet-5-5',
  usage: {
    ...noUsage,
    inputTokens: 1_000_000,
    cacheReadTokens: 500_000,
    outputTokens: 100_000,
    reasoningTokens: 50_000,
  },
  costUsd: null,
  createdAt: new Date('2026-11-22'),
};

it.each([
  ['what was counted turn by turn', { costUsd: 1.25 }, 1.25],
  ['nothing that was counted as nothing', { costUsd: 0 }, 0],
  ['the price of its tokens when nobody counted', {}, 2.05],
  ['no price of a model that nobody knows', { model: 'openrouter:someone/something' }, undefined],
  ['nothing for the demo model', { model: 'demo:shipmate-demo' }, 0],
])('costOfRun is %s', (...[, change, expected]) => {
  expect(costOfRun({ ...run, ...change })).toBe(expected);
});
