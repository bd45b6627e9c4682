import { expect, test } from 'vitest';
import { parseSearchText, toSearchText } from './search-text.ts';

test.each([
  ['', {}],
  ['?file=templates%2Fa+b.yaml', { file: 'templates/a b.yaml' }],
  ['?conversation=0199&file=1', { conversation: '0199', file: '1' }],
  ['?severity=', { severity: '' }],
])('the query "%s" round-trips as texts', (query, search) => {
  expect(parseSearchText(query)).toEqual(search);
  expect(toSearchText(search)).toBe(query);
});

test('toSearchText omits undefined values and writes numbers', () => {
  expect(toSearchText({ from: 1, to: undefined })).toBe('?from=1');
});

test('parseSearchText keeps the last of two values', () => {
  expect(parseSearchText('tab=diff&tab=source')).toEqual({ tab: 'source' });
});
