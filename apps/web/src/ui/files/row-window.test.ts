import { expect, test } from 'vitest';
import { rowsToRender } from './row-window.ts';

test('rowsToRender renders every row of a short list', () => {
  expect(rowsToRender({ count: 200, first: 50, last: 60, always: [] })).toHaveLength(200);
});

test('rowsToRender renders the rows on screen, some around them, and those that must stay', () => {
  const rows = rowsToRender({ count: 3_000, first: 100, last: 130, always: [2_999, 5, 110, -1] });
  expect(rows[0]).toBe(5);
  expect(rows.at(-1)).toBe(2_999);
  expect(rows.slice(1, -1)).toEqual(Array.from({ length: 71 }, (_, index) => 80 + index));
});

test('rowsToRender stays within the list', () => {
  expect(rowsToRender({ count: 300, first: 290, last: 320, always: [] }).at(-1)).toBe(299);
  expect(rowsToRender({ count: 300, first: -5, last: 10, always: [] })[0]).toBe(0);
});
