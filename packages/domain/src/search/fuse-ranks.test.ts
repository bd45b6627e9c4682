import { expect, it } from 'vitest';
import { fuseRanks } from './fuse-ranks.ts';

const fuse = (...rankings: string[][]) => fuseRanks(rankings, (item) => item);

it('prefers what several rankings name to what one names first', () => {
  expect(fuse(['a', 'b', 'c'], ['d', 'b'])).toEqual(['b', 'a', 'd', 'c']);
});

it('keeps the order of a single ranking, and names nothing twice', () => {
  expect(fuse(['a', 'b'], [])).toEqual(['a', 'b']);
  expect(fuse(['a', 'b'], ['a', 'b'])).toEqual(['a', 'b']);
});
