import { expect, it } from 'vitest';
import { itemsByKey } from './list-keys.ts';

it.each<[what: string, field: string, list: readonly unknown[], keys: readonly string[] | undefined]>([
  ['ports by number and protocol', 'ports', [{ port: 53 }, { port: 53, protocol: 'UDP' }], ['53/TCP', '53/UDP']],
  ['a port without a number', 'ports', [{ name: 'http' }], undefined],
  ['a key that occurs twice', 'env', [{ name: 'A' }, { name: 'A' }], undefined],
  ['a list without keys', 'args', [{ name: 'A' }], undefined],
])('itemsByKey reads %s', (...[, field, list, keys]) => {
  const items = itemsByKey(field, list);
  expect(items && [...items.keys()]).toEqual(keys);
});
