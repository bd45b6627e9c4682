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

it('fuseRanks ranks the first of one ranking before the late of two with a low damping', () => {
  const rankings = [
    ['a', 'b', 'c', 'd', 'x'],
    ['e', 'f', 'g', 'h', 'x'],
  ];
  const rank = (damping: number) => fuseRanks(rankings, (item) => item, damping).indexOf('a');
  expect([rank(60), rank(3)]).toEqual([1, 0]);
});
