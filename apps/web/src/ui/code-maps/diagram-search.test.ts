import { expect, it } from 'vitest';
import { parseDiagramSearch, toLineRange } from './diagram-search.ts';

it.each([
  ['10-20', { startLine: 10, endLine: 20 }],
  ['7', { startLine: 7, endLine: 7 }],
  ['20-10', { startLine: 20, endLine: 20 }],
  ['0-3', { startLine: 1, endLine: 3 }],
  ['a-b', undefined],
  ['1-2-3', undefined],
  [undefined, undefined],
])('toLineRange of %s is %o', (text, range) => {
  expect(toLineRange(text)).toEqual(range);
});

it('parseDiagramSearch keeps lines only with a file, and drops unknown values', () => {
  expect(parseDiagramSearch({ node: 'a/b:src', file: 'src/a.ts', lines: '3-4', view: 'list', tab: 'x' })).toEqual({
    node: 'a/b:src',
    file: 'src/a.ts',
    lines: '3-4',
    view: 'list',
  });
  expect(parseDiagramSearch({ lines: '3-4', view: 'table', node: 3 })).toEqual({});
  expect(parseDiagramSearch({ file: 'a', lines: 'x' })).toEqual({ file: 'a' });
});
