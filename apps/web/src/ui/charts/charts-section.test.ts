import { expect, test } from 'vitest';
import { parseSearchText } from '../router/search-text.ts';
import { parseWorkspaceSearch } from './charts-section.ts';

test.each([
  ['conversation=0199&file=values.yaml&tab=diff', { conversation: '0199', file: 'values.yaml', tab: 'diff' }],
  ['file=templates/a+b.yaml&tab=other', { file: 'templates/a b.yaml' }],
  ['', {}],
])('parseWorkspaceSearch reads "%s" and drops unknown tabs', (query, search) => {
  expect(parseWorkspaceSearch(parseSearchText(query))).toEqual(search);
});
