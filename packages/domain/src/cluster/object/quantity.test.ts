import { expect, it } from 'vitest';
import { formatCpu, formatMemory, parseQuantity } from './quantity.ts';

// The grammar and its examples: kubernetes/apimachinery, pkg/api/resource/quantity.go and quantity_test.go.
it.each([
  ['0', 0],
  ['2', 2],
  ['+2', 2],
  ['-2', -2],
  ['007', 7],
  ['.5', 0.5],
  ['1.', 1],
  ['1.5', 1.5],
  ['5n', 5e-9],
  ['5u', 5e-6],
  ['250m', 0.25],
  ['100k', 1e5],
  ['1M', 1e6],
  ['1G', 1e9],
  ['1T', 1e12],
  ['1P', 1e15],
  ['1E', 1e18],
  ['1Ki', 2 ** 10],
  ['1Mi', 2 ** 20],
  ['1.5Gi', 1.5 * 2 ** 30],
  ['1.Ti', 2 ** 40],
  ['-1Pi', -(2 ** 50)],
  ['1Ei', 2 ** 60],
  ['1e3', 1000],
  ['1E3', 1000],
  ['1.5e+3', 1500],
  ['5e-3', 0.005],
])('parseQuantity reads %s', (text, amount) => {
  expect(parseQuantity(text)).toBeCloseTo(amount, 12);
});

it.each([
  undefined,
  '',
  'many',
  'Gi',
  '.',
  '-',
  ' 1',
  '1 ',
  '1,5',
  '1_000',
  '0x10',
  '1.1.M',
  '1.2.3',
  '1+1.0M',
  '--1',
  '1K',
  '1i',
  '1mi',
  '0.1am',
  '5x',
  '1e',
  '1e3Ki',
  '1e1.5',
  '-3.01e-',
  '1constructor',
  `${'1'.repeat(300_000)}x`,
])('parseQuantity returns undefined for %.40s', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});

it('formatCpu and formatMemory print sums without rounding errors of their parts', () => {
  const parts = Array.from({ length: 405 }, () => parseQuantity('1m') ?? 0);
  expect(formatCpu(parts.reduce((sum, part) => sum + part, 0))).toBe('405m');
  expect(formatCpu(0.0012)).toBe('2m');
  expect(formatMemory(1.5 * 1024 ** 3)).toBe('1536Mi');
});
