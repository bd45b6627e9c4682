import { expect, test } from 'vitest';
import { describeAmount, describeReset, describeWindow, toPercent } from './spend-words.ts';

test.each([
  ['organization', 'day', 'All users, today'],
  ['organization', 'month', 'All users, this month'],
  ['user', 'day', 'You, today'],
  ['user', 'month', 'You, this month'],
] as const)('describeWindow of %s and %s returns %s', (scope, period, words) => {
  expect(describeWindow({ scope, period })).toBe(words);
});

test.each([
  ['tokens', 0, '0 tokens'],
  ['tokens', 1, '1 token'],
  ['tokens', 1_234_567, '1,234,567 tokens'],
  ['costUsd', 0, '$0.00'],
  ['costUsd', 0.004, 'under $0.01'],
  ['costUsd', 1234.5, '$1,234.50'],
] as const)('describeAmount of %s %d returns %s', (measure, amount, words) => {
  expect(describeAmount(measure, amount)).toBe(words);
});

test('describeReset names the day in UTC in any time zone of the browser', () => {
  expect(describeReset({ resetsAt: '2026-12-01T00:00:00.000Z' })).toBe('Dec 1');
});

test.each([
  [0, 10, 0],
  [5, 10, 50],
  [9.999, 10, 99],
  [10, 10, 100],
  [25, 10, 100],
])('toPercent of %d of %d returns %d', (spent, limit, percent) => {
  expect(toPercent(spent, limit)).toBe(percent);
});
