import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findAll, findLines } from './find-all.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b') });

it('findAll finds all places up to the limit', () => {
  fc.assert(
    fc.property(text, text, fc.nat({ max: 5 }), (haystack, needle, limit) => {
      fc.pre(needle !== '');
      const places = Array.from(haystack, (_character, place) => place).filter((place) =>
        haystack.startsWith(needle, place),
      );
      expect(findAll(haystack, needle, limit)).toEqual(places.slice(0, limit));
      expect(findLines(haystack.split(''), needle.split(''), limit)).toEqual(places.slice(0, limit));
    }),
  );
});

it.each([
  ['', [0]],
  ['a', []],
])('findAll finds nothing for %j in %j', (haystack, places) => {
  expect(findAll(haystack, '', 9)).toEqual(places);
});

it('findAll finds nothing where only an end and a start of the text make up the needle', () => {
  expect(findAll('aababx', 'aabx', 9)).toEqual([]);
});

it('findAll takes linear time when a text repeats one character', () => {
  const half = 'a'.repeat(100_000);
  expect(findAll('a'.repeat(2_000_000), `${half}b${half}`, 9)).toEqual([]);
});
