import { expect, it } from 'vitest';
import { describeData } from './describe-data.ts';

it.each([
  [
    'a table',
    { summary: '2 pods', data: 'NAME\tREADY\na\t1/1\nlonger\t0/1\n' },
    'summary: 2 pods\ndata:\n  NAME    READY\n  a       1/1\n  longer  0/1',
  ],
  ['YAML', { data: 'a: 1\nb:\n  c: 2\n' }, 'data:\na: 1\nb:\n  c: 2'],
  ['short values', { version: '1.32', success: true, note: '' }, 'version: 1.32\nsuccess: true'],
  ['a nested value', { found: [{ a: 1 }] }, 'found:\n[\n  {\n    "a": 1\n  }\n]'],
  ['a list', [1], '[\n  1\n]'],
  ['a text', 'one\ttwo', 'one\ttwo'],
])('a result with %s is readable on a terminal', (_, data, text) => {
  expect(describeData(data)).toBe(text);
});
