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
] as const)('shownTab with a stored %s and a file with pending %s is %s', (stored, pendingOp, tab) => {
  expect(shownTab(stored, { pendingOp })).toBe(tab);
});

test('shownTab without a file is not the diff', () => {
  expect(shownTab('diff', undefined)).toBe('source');
});
