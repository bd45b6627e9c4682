import { expect, test } from 'vitest';
import { AVAILABLE_PROVIDERS } from '../provider/available-providers.ts';
import { priceTable } from '../price/price-table.ts';
import { limitsTable } from './limits-table.ts';

test.each(Object.entries(limitsTable))('the limits of %s are valid', (modelId, { contextTokens, maxOutputTokens }) => {
  expect(AVAILABLE_PROVIDERS.map(({ id }) => id)).toContain(modelId.split(':')[0]);
  expect(contextTokens).toBeGreaterThan(maxOutputTokens);
  expect(maxOutputTokens).toBeGreaterThan(4096);
});

test('every model with a price has limits', () => {
  expect(Object.keys(limitsTable)).toEqual(expect.arrayContaining(Object.keys(priceTable)));
});
