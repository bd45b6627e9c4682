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
  endedAt: new Date('2026-11-22') as Date | null,
};

it.each([
  ['the sum counted per turn', { costUsd: 1.25 }, 1.25],
  ['0 if the sum is 0', { costUsd: 0 }, 0],
  ['the price of its tokens before its end', { endedAt: null }, 2.05],
  ['unknown if a model of unknown price answered', {}, undefined],
  ['0 if it used no tokens', { usage: noUsage }, 0],
  ['unknown for a model of unknown price', { model: 'openrouter:someone/something', endedAt: null }, undefined],
  ['0 for the demo model', { model: 'demo:shipmate-demo', endedAt: null }, 0],
])('costOfRun is %s', (...[, change, expected]) => {
  expect(costOfRun({ ...run, ...change })).toBe(expected);
});
