import { expect, it } from 'vitest';
import { describeStorage } from './storage-section.tsx';

it.each([
  [0, '0 MB'],
  [1, 'under 0.1 MB'],
  [100_000, '0.1 MB'],
  [1_240_000, '1.2 MB'],
  [1_000_000_000, '1,000 MB'],
])('describeStorage writes %i bytes as "%s"', (bytes, text) => {
  expect(describeStorage(bytes)).toBe(text);
});
