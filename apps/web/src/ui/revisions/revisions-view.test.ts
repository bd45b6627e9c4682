import { expect, test } from 'vitest';
import { parseSearchText, toSearchText } from '../router/search-text.ts';
import { lastWeekOf, parseRevisionsSearch, toRevisionsView } from './revisions-view.ts';

test.each([
  { from: 1, to: 4 },
  { from: 4, to: 1, file: 'templates/a b.yaml' },
])('the address of a revisions page round-trips %o', (view) => {
  const search = parseRevisionsSearch(parseSearchText(toSearchText({ ...view })));
  expect(toRevisionsView(search, 9)).toEqual({ file: undefined, ...view });
});

test.each([
  ['', { from: 8, to: 9 }],
  ['to=3', { from: 2, to: 3 }],
  ['to=0', { from: 9, to: 0 }],
  ['from=-1&to=x', { from: 8, to: 9 }],
])('the view of the query "%s" has defaults for invalid values', (query, view) => {
  expect(toRevisionsView(parseRevisionsSearch(parseSearchText(query)), 9)).toEqual({ file: undefined, ...view });
});

test.each([
  [
    'compares with the revision before the last seven days',
    ['2026-11-01', '2026-11-10', '2026-11-20', '2026-11-22'],
    { from: 1, to: 3 },
  ],
  ['compares with the first revision of a newer chart', ['2026-11-20', '2026-11-22'], { from: 0, to: 1 }],
  ['is undefined without a newer revision', ['2026-11-01', '2026-11-02'], undefined],
  ['is undefined for a chart with one revision', ['2026-11-22'], undefined],
])('lastWeekOf %s', (_, dates, expected) => {
  const revisions = dates.map((createdAt, revisionNumber) => ({ revisionNumber, createdAt }));
  expect(lastWeekOf(revisions, new Date('2026-11-23'))).toEqual(expected);
});
