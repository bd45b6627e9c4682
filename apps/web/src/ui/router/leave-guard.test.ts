import { expect, test } from 'vitest';
import { isLeaving } from './leave-guard.ts';

const here = { pathname: '/workspace/1', search: { file: 'values.yaml', tab: 'source' } };

test.each([
  ['another page', { pathname: '/runs', search: {} }, true],
  ['another file', { ...here, search: { file: 'Chart.yaml' } }, true],
  ['the default file', { ...here, search: {} }, true],
  ['another tab', { ...here, search: { file: 'values.yaml', tab: 'diff' } }, false],
  ['another conversation', { ...here, search: { ...here.search, conversation: '2' } }, false],
])('isLeaving for %s', (_name, next, leaves) => {
  expect(isLeaving(here, next)).toBe(leaves);
});
