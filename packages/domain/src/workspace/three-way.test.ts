import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeThreeWay, toThreeWayRegions } from './three-way.ts';

const text = fc
  .tuple(fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', '\n'), { maxLength: 8 }), fc.constantFrom('', 'end'))
  .map(([lines, end]) => lines.join('') + end);
const texts = fc.record({ base: text, theirs: text, yours: text });

it('toThreeWayRegions covers all three texts', () => {
  fc.assert(
    fc.property(texts, (three) => {
      const regions = toThreeWayRegions(three);
      const joined = (side: 'base' | 'theirs' | 'yours') => regions.map((region) => region[side]).join('');
      expect({ base: joined('base'), theirs: joined('theirs'), yours: joined('yours') }).toEqual(three);
    }),
  );
});

it('mergeThreeWay merges changes of one side, and equal changes of both', () => {
  fc.assert(
    fc.property(text, text, (base, changed) => {
      expect(mergeThreeWay({ base, theirs: changed, yours: base })).toBe(changed);
      expect(mergeThreeWay({ base, theirs: base, yours: changed })).toBe(changed);
      expect(mergeThreeWay({ base, theirs: changed, yours: changed })).toBe(changed);
    }),
  );
});

it('mergeThreeWay is symmetric', () => {
  fc.assert(
    fc.property(texts, ({ base, theirs, yours }) => {
      expect(mergeThreeWay({ base, theirs, yours })).toBe(mergeThreeWay({ base, theirs: yours, yours: theirs }));
    }),
  );
});

const base = 'a\nb\nc\nd\ne\n';

it('toThreeWayRegions reports the side that changed each region', () => {
  const regions = toThreeWayRegions({ base, theirs: 'A\nb\nc\nd\nE\n', yours: 'a\nb\nC\nd\nEE\n' });
  expect(regions.map(({ kind, base: was, theirs, yours }) => [kind, was, theirs, yours])).toEqual([
    ['theirs', 'a\n', 'A\n', 'a\n'],
    ['same', 'b\n', 'b\n', 'b\n'],
    ['yours', 'c\n', 'c\n', 'C\n'],
    ['same', 'd\n', 'd\n', 'd\n'],
    ['conflict', 'e\n', 'E\n', 'EE\n'],
  ]);
});

it.each([
  {
    what: 'changes of different lines',
    theirs: 'A\nb\nc\nd\ne\n',
    yours: 'a\nb\nc\nd\nE\n',
    merged: 'A\nb\nc\nd\nE\n',
  },
  {
    what: 'a deletion and an addition',
    theirs: 'b\nc\nd\ne\n',
    yours: 'a\nb\nc\nd\ne\nf\n',
    merged: 'b\nc\nd\ne\nf\n',
  },
])('mergeThreeWay merges $what', ({ theirs, yours, merged }) => {
  expect(mergeThreeWay({ base, theirs, yours })).toBe(merged);
});

it.each([
  ['changes of the same line', 'A\nb\nc\nd\ne\n', 'AA\nb\nc\nd\ne\n'],
  ['changes of neighbouring lines', 'A\nb\nc\nd\ne\n', 'a\nB\nc\nd\ne\n'],
  ['two additions at one place', 'a\nx\nb\nc\nd\ne\n', 'a\ny\nb\nc\nd\ne\n'],
  ['a change of what was deleted', 'a\nb\nd\ne\n', 'a\nb\nC\nd\ne\n'],
])('mergeThreeWay reports a conflict for %s', (_, theirs, yours) => {
  expect(mergeThreeWay({ base, theirs, yours })).toBeUndefined();
});
