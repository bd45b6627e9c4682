import { expect, test } from 'vitest';
import { describeAmount, describeReset, describeWindow, toPercent } from './spend-words.ts';

test.each([
  ['organization', 'day', 'Everybody, today'],
  ['organization', 'month', 'Everybody, this month'],
  ['user', 'day', 'You, today'],
  ['user', 'month', 'You, this month'],
] as const)('%s and %s are %s', (scope, period, words) => {
  expect(describeWindow({ scope, period })).toBe(words);
});

test.each([
  ['tokens', 0, '0 tokens'],
  ['tokens', 1, '1 token'],
  ['tokens', 1_234_567, '1,234,567 tokens'],
  ['costUsd', 0, '$0.00'],
  ['costUsd', 0.004, 'under $0.01'],
  ['costUsd', 1234.5, '$1,234.50'],
] as const)('%s of %d are %s', (measure, amount, words) => {
  expect(describeAmount(measure, amount)).toBe(words);
});

test('a period begins on its day in UTC, wherever the browser is', () => {
  expect(describeReset({ resetsAt: '2026-12-01T00:00:00.000Z' })).toBe('Dec 1');
});

test.each([
  [0, 10, 0],
  [5, 10, 50],
  [9.999, 10, 99],
  [10, 10, 100],
  [25, 10, 100],
])('%d of %d are %d %', (spent, limit, percent) => {
  expect(toPercent(spent, limit)).toBe(percent);
});
