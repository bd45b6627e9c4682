import { expect, it } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

const fuse = (...rankings: string[][]) => fuseRanks(rankings, (item) => item);

it('fuseRanks ranks an item of several rankings before the first of a single one', () => {
  expect(fuse(['a', 'b', 'c'], ['d', 'b'])).toEqual(['b', 'a', 'd', 'c']);
});

it('fuseRanks keeps the order of a single ranking, and returns nothing twice', () => {
  expect(fuse(['a', 'b'], [])).toEqual(['a', 'b']);
  expect(fuse(['a', 'b'], ['a', 'b'])).toEqual(['a', 'b']);
});
