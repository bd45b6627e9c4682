import { expect, test } from 'vitest';
import { lookUpModel } from './look-up-model.ts';

const table = { 'acme:large': 1, 'acme:large-2026-01-01': 2 };

test.each([
  { modelId: 'acme:large', found: 1 },
  { modelId: 'acme:large-2026-01-01', found: 2 },
  { modelId: 'acme:large-2026-09-03', found: 1 },
  { modelId: 'acme:large-20260903', found: 1 },
  { modelId: 'acme:larger', found: undefined },
  { modelId: 'other:large', found: undefined },
  { modelId: 'constructor', found: undefined },
])('lookUpModel returns $found for $modelId', ({ modelId, found }) => {
  expect(lookUpModel(table, modelId)).toBe(found);
});
