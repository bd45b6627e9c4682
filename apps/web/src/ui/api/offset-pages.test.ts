import { expect, it } from 'vitest';
import { inOffsetPages } from './offset-pages.ts';

const { getNextPageParam } = inOffsetPages<{ readonly total: number; readonly ids: readonly number[] }>(
  ({ ids }) => ids.length,
);

it.each([
  ['the number of shown items while there are more', [2, 2], 5, 4],
  ['none after the last page', [2, 2, 1], 5, undefined],
  ['none after an empty page, though the total has grown', [2, 0], 5, undefined],
] as const)('the next offset is %s', (...[, lengths, total, next]) => {
  const pages = lengths.map((length) => ({ total, ids: Array.from({ length }, (_, id) => id) }));
  expect(getNextPageParam(pages.at(-1) ?? { total, ids: [] }, pages)).toBe(next);
});
