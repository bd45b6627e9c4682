import { expect, test } from 'vitest';
import { parseClusterView, toClusterPath } from './cluster-view.ts';

test.each([
  '/cluster',
  '/cluster?context=demo+%28simulated%29',
  '/cluster?context=a%2Fb&namespace=shop&severity=critical%2Cwarning',
  '/cluster?only=shop',
  '/cluster?severity=',
])('toClusterPath and parseClusterView round-trip %s', (path) => {
  expect(toClusterPath(parseClusterView(new URL(path, 'http://localhost').searchParams))).toBe(path);
});

test('parseClusterView drops unknown severities', () => {
  expect(parseClusterView(new URLSearchParams('severity=critical,deadly')).severities).toEqual(new Set(['critical']));
});
