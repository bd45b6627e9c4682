import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safePaths, unsafePaths } from '../testing/unsafe-paths.ts';
import { defaultArchiveLimits } from './archive-limits.ts';
import { createArchiveListing } from './archive-listing.ts';

const listing = (limits = {}) => createArchiveListing({ ...defaultArchiveLimits, ...limits });
const refused = (reason: string) => expect.objectContaining({ details: expect.objectContaining({ reason }) });

it.each<readonly [string, string]>([
  ['Chart.yaml', 'Chart.yaml'],
  ['./shop/Chart.yaml', 'shop/Chart.yaml'],
  ['shop/..hidden/größe.yaml', 'shop/..hidden/größe.yaml'],
  ...safePaths,
])('createArchiveListing accepts the file %j', (name, path) => {
  expect(listing().addFile(name)).toBe(path);
});

it.each([
  ['', 'invalid_path'],
  ['shop/', 'invalid_path'],
  ['a\0b', 'invalid_path'],
  ['..', 'traversal'],
  ['a/../../b', 'traversal'],
  ['./../b', 'traversal'],
  ['/', 'absolute_path'],
  ['//host/share', 'absolute_path'],
  ['\\\\host\\share', 'backslash'],
  ['a\\b', 'backslash'],
  ['Z:', 'drive_letter'],
  ['a\uFFFDb', 'name_encoding'],
  ['a/'.repeat(20), 'invalid_path'],
  [`${'a/'.repeat(20)}b`, 'too_deep'],
])('createArchiveListing refuses the file %j', (name, reason) => {
  expect(() => listing().addFile(name)).toThrow(refused(reason));
});

it.each(unsafePaths)('createArchiveListing refuses the file %j', (name) => {
  expect(() => listing().addFile(name)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
});

it('createArchiveListing accepts a folder as often as it is named, before its files or after', () => {
  const entries = listing();
  for (const name of ['./', '.', 'shop', 'shop/', './shop/']) entries.addFolder(name);
  entries.addFile('shop/templates/a.yaml');
  entries.addFolder('shop/templates/');
  expect(() => entries.addFolder('shop//')).toThrow(refused('invalid_path'));
});

it('createArchiveListing counts files and folders', () => {
  const entries = listing({ maxEntries: 2 });
  entries.addFolder('./');
  entries.addFile('a');
  expect(() => entries.addFile('b')).toThrow(refused('entry_count'));
});

it('createArchiveListing accepts paths of a tree in any order', () => {
  const paths = ['a/b/c', 'a/b/d', 'a/e', 'ab', 'f/b/c'];
  fc.assert(
    fc.property(fc.shuffledSubarray(paths, { minLength: paths.length }), (order) => {
      const entries = listing();
      expect(order.map((path) => entries.addFile(path))).toEqual(order);
    }),
  );
});
