import { expect, test } from 'vitest';
import { parseSearchText, toSearchText } from '../router/search-text.ts';
import { parseClusterSearch, toClusterSearch, toClusterView } from './cluster-view.ts';

test.each([
  '',
  '?context=demo+%28simulated%29',
  '?context=a%2Fb&namespace=shop&severity=critical%2Cwarning',
  '?only=shop',
  '?severity=',
  '?namespace=2026',
])('the view of the cluster page round-trips the query "%s"', (query) => {
  const view = toClusterView(parseClusterSearch(parseSearchText(query)));
  expect(toSearchText({ ...toClusterSearch(view) })).toBe(query);
});

test('toClusterView drops unknown severities', () => {
  expect(toClusterView({ severity: 'critical,deadly' }).severities).toEqual(new Set(['critical']));
});
