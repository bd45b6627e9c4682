import { expect, it } from 'vitest';
import { describeBytes, describeFiles, describeLanguage } from './diagram-words.ts';

it.each([
  [999, '999 B'],
  [1_500, '1.5 kB'],
  [24_000, '24 kB'],
  [3_200_000, '3.2 MB'],
])('describeBytes of %d is %s', (bytes, words) => {
  expect(describeBytes(bytes)).toBe(words);
});

it('describeFiles and describeLanguage name usual values', () => {
  expect([describeFiles(1), describeFiles(1_200)]).toEqual(['1 file', '1,200 files']);
  expect([null, 'typescript', 'rust'].map(describeLanguage)).toEqual(['Other', 'TypeScript', 'Rust']);
});
