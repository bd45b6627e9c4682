import { expect, test } from 'vitest';
import { countPacks, isDiscounted } from './price.ts';

test('large amounts are discounted', () => {
  expect(isDiscounted(500)).toBe(true);
  expect(isDiscounted(5)).toBe(false);
});

test('packs hold ten pieces', () => {
  expect(countPacks(25)).toBe(3);
  expect(countPacks(20)).toBe(2);
});
