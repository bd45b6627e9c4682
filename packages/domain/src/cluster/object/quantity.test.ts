import { expect, it } from 'vitest';
import { formatCpu, formatMemory, parseQuantity } from './quantity.ts';

it.each([
  ['250m', 0.25],
  ['2', 2],
  ['1.5Gi', 1.5 * 1024 ** 3],
  ['1e3', 1000],
  ['100k', 100_000],
  ['5n', 5e-9],
])('parseQuantity reads %s', (text, amount) => {
  expect(parseQuantity(text)).toBeCloseTo(amount, 12);
});

it.each([undefined, '', 'many', '5x', 'Gi'])('parseQuantity returns undefined for %s', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});

it('formatCpu and formatMemory print sums without rounding errors of their parts', () => {
  const parts = Array.from({ length: 405 }, () => parseQuantity('1m') ?? 0);
  expect(formatCpu(parts.reduce((sum, part) => sum + part, 0))).toBe('405m');
  expect(formatCpu(0.0012)).toBe('2m');
  expect(formatMemory(1.5 * 1024 ** 3)).toBe('1536Mi');
});
