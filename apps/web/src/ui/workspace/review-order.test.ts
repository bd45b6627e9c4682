import type { FileView } from '@shipmate/protocol/web/workspace';
import { expect, test } from 'vitest';
import { defaultFile, findByPath, neighbourChange } from './review-order.ts';

const file = (path: string, pendingOp: FileView['pendingOp'] = null, pendingPath: string | null = null): FileView => ({
  id: path,
  chartId: null,
  path,
  content: '',
  contentPending: null,
  pendingOp,
  pendingPath,
  additions: 0,
  deletions: 0,
  version: '',
  bytes: 0,
  acceptedVersion: null,
  hunks: [],
});
const a = file('a.yaml', 'modify');
const b = file('values.yaml');
const c = file('c.yaml', 'delete');
const d = file('d.yaml', 'rename', 'e.yaml');

test.each([
  ['the first change', [b, c, a], c],
  ['the values', [file('Chart.yaml'), b], b],
  ['the values of a nested chart', [file('Chart.yaml'), file('app/values.yaml')], file('app/values.yaml')],
  ['the first file', [file('README.md'), file('x.yaml')], file('README.md')],
  ['nothing', [], undefined],
])('defaultFile chooses %s', (_what, files, expected) => {
  expect(defaultFile(files)).toEqual(expected);
});

test.each([
  [a, 1, c],
  [b, 1, c],
  [d, 1, a],
  [a, -1, d],
  [c, -1, a],
  [b, -1, a],
] as const)('neighbourChange from $path by %i is $path', (from, step, expected) => {
  expect(neighbourChange([a, b, c, d], from.id, step)).toBe(expected);
});

test('neighbourChange without a current file is the first or the last change', () => {
  expect(neighbourChange([b, a, c], undefined, 1)).toBe(a);
  expect(neighbourChange([b, a, c], undefined, -1)).toBe(c);
});

test('neighbourChange of the only change is undefined', () => {
  expect(neighbourChange([a, b], a.id, 1)).toBeUndefined();
});

test('findByPath finds a renamed file by both of its paths', () => {
  expect(findByPath([a, d], 'd.yaml')).toBe(d);
  expect(findByPath([a, d], 'e.yaml')).toBe(d);
  expect(findByPath([a, d], 'f.yaml')).toBeUndefined();
});
