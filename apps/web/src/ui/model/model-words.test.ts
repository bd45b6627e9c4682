import { expect, it } from 'vitest';
import { toPriceLabel } from './model-words.ts';

it.each([
  [null, 'price unknown'],
  [{ input: 0, output: 0 }, 'no cost'],
  [{ input: 2, output: 10 }, '$2 in, $10 out per million tokens'],
  [{ input: 0.30000000000000004, output: 0.5 }, '$0.3 in, $0.5 out per million tokens'],
])('toPriceLabel describes a price of %j', (price, words) => {
  expect(toPriceLabel({ id: 'p:m', label: 'm', isDemo: false, price })).toBe(words);
});
