import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PathSet } from './path-set.ts';

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 });
const isWithin = (inner: readonly string[], outer: readonly string[]) =>
  outer.length <= inner.length && outer.every((key, index) => inner[index] === key);

it('PathSet finds the same paths above and below as a search through all of them', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 6 }), path, (paths, wanted) => {
      const set = new PathSet(paths);
      expect(set.hasAbove(wanted)).toBe(paths.some((each) => isWithin(wanted, each)));
      expect(set.hasBelow(wanted)).toBe(paths.some((each) => isWithin(each, wanted)));
    }),
  );
});
