import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createJsonScanner } from './json-scanner.ts';

const childrenOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...childrenOf(value).map(depthOf)) : 0;
/** Counts keys and values, and empty objects and arrays twice. */
function countOf(value: unknown): number {
  const children = childrenOf(value);
  const isContainer = typeof value === 'object' && value !== null;
  const own = isContainer && children.length === 0 ? 2 : 1;
  const keys = isContainer && !Array.isArray(value) ? children.length : 0;
  return children.reduce<number>((sum, child) => sum + countOf(child), own + keys);
}

function scan(text: string, limits: { maxDepth: number; maxValues: number }, pieceLength: number) {
  const scanner = createJsonScanner(limits);
  for (let from = 0; from < text.length; from += pieceLength) {
    const exceeded = scanner.scan(text, { from, to: from + pieceLength });
    if (exceeded !== undefined) return exceeded;
  }
  return undefined;
}

const piece = fc.integer({ min: 1, max: 20 });

it('createJsonScanner agrees with the depth of the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 7 }), piece, (value, maxDepth, length) => {
      const exceeded = scan(JSON.stringify(value), { maxDepth, maxValues: Infinity }, length);
      expect(exceeded).toBe(depthOf(value) > maxDepth ? 'maxDepth' : undefined);
    }),
  );
});

it('createJsonScanner agrees with the number of keys and values of the parsed value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: -1, max: 1 }), piece, (value, difference, length) => {
      const maxValues = countOf(value) + difference;
      const exceeded = scan(JSON.stringify(value, null, 1), { maxDepth: Infinity, maxValues }, length);
      expect(exceeded).toBe(difference < 0 ? 'maxValues' : undefined);
    }),
  );
});
