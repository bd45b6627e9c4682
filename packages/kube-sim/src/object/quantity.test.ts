import { expect, it } from 'vitest';
import { formatQuantity, parseQuantity } from './quantity.ts';

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
  '',
  'Gi',
  '.',
  ' 1',
  '1 ',
  '1.2.3',
  '--1',
  '1K',
  '1i',
  '1mi',
  '1e',
  '1e3Ki',
  '1e1.5',
  '1constructor',
  null,
  {},
])('parseQuantity returns undefined for %s', (value) => {
  expect(parseQuantity(value)).toBeUndefined();
});

it('parseQuantity reads a JSON number as the text of that number', () => {
  expect(parseQuantity(0.5)).toBe(0.5);
});

it.each([
  [1.5, 'cpu', '1500m'],
  [2, 'cpu', '2'],
  [1.5 * 2 ** 30, 'memory', '1536Mi'],
  [1000, 'requests.storage', '1000'],
])('formatQuantity prints %d of %s as %s', (value, resource, text) => {
  expect(formatQuantity(value, resource)).toBe(text);
});
