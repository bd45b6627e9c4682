import { expect, it } from 'vitest';
import { toDiffLineKinds } from './diff-block.tsx';

it.each([
  ['a removed separator of YAML', ['@@ -1,2 +1 @@', '----', ' kind: Pod'], ['header', 'removed', 'context']],
  ['an added comment of SQL', ['@@ -1 +1 @@', '--- old', '+-- new'], ['header', 'removed', 'added']],
  ['an added increment', ['@@ -1 +1 @@', '+++counter'], ['header', 'added']],
  ['names of files', ['--- a', '+++ b', '@@ -1 +1 @@', '-1'], ['header', 'header', 'header', 'removed']],
  [
    'a second file',
    ['@@ -1 +1 @@', '-1', '--- a', '+++ b', '@@ -1 +1 @@', '+1'],
    ['header', 'removed', 'header', 'header', 'header', 'added'],
  ],
  [
    'a patch with an index',
    ['Index: a', '===', '--- a', '+++ b', '-1'],
    ['header', 'header', 'header', 'header', 'removed'],
  ],
])('toDiffLineKinds recognizes %s', (_, lines, kinds) => {
  expect(toDiffLineKinds(lines)).toEqual(kinds);
});
