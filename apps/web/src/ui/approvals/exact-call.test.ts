import { expect, test } from 'vitest';
import { toInputDiff } from './exact-call.tsx';

const edit = { command: 'str_replace', path: 'values.yaml', oldStr: 'a: 1\nb: 2', newStr: 'a: 3' };

test.each([
  ['an edit', edit, '@@ values.yaml\n-a: 1\n-b: 2\n+a: 3'],
  ['a deletion', { ...edit, newStr: '' }, '@@ values.yaml\n-a: 1\n-b: 2'],
  ['a new file', { command: 'create', path: 'x', content: '1\n' }, '@@ x\n+1\n+'],
  ['an edit of more places than one', { ...edit, replaceAll: true }, undefined],
  ['a view', { command: 'view', path: 'x' }, undefined],
  ['anything else', 'remove', undefined],
])('toInputDiff handles %s', (_name, input, diff) => {
  expect(toInputDiff(input)).toBe(diff);
});
