import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isNestedBeyond } from './read-json.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('isNestedBeyond agrees with the depth of the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), (value, limit) => {
      expect(isNestedBeyond(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
    }),
  );
});
