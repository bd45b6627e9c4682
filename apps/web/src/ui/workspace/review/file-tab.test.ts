import { expect, test } from 'vitest';
import { shownTab } from './file-tab.ts';

test.each([
  [null, 'modify', 'diff'],
  [null, null, 'source'],
  ['diff', 'delete', 'diff'],
  ['diff', null, 'source'],
  ['source', 'modify', 'source'],
  ['checks', null, 'checks'],
  ['rendered', 'create', 'rendered'],
  ['nonsense', 'rename', 'diff'],
] as const)('a stored %s shows a file with pending %s as %s', (stored, pendingOp, tab) => {
  expect(shownTab(stored, { pendingOp })).toBe(tab);
});

test('without a file there is no change to show', () => {
  expect(shownTab('diff', undefined)).toBe('source');
});
