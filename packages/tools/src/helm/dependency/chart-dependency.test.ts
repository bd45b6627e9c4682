import { expect, it } from 'vitest';
import { isEnabled, mergeValues, parseDependencies } from './chart-dependency.ts';

const dependency = { name: 'redis', version: '1.0.0', repository: '', index: 0 };

it.each([
  [{}, {}, true],
  [{ condition: 'redis.enabled' }, { redis: { enabled: false } }, false],
  [{ condition: 'redis.enabled' }, {}, true],
  [{ condition: 'redis.enabled' }, { redis: { enabled: 'no' } }, true],
  [{ condition: 'cache.on, redis.enabled' }, { redis: { enabled: false } }, false],
  [{ condition: 'cache.on,redis.enabled' }, { cache: { on: true }, redis: { enabled: false } }, true],
  [{ tags: ['cache'] }, { tags: { cache: false } }, false],
  [{ tags: ['cache', 'data'] }, { tags: { cache: false, data: true } }, true],
  [{ tags: ['cache'] }, {}, true],
  [{ condition: 'redis.enabled', tags: ['cache'] }, { redis: { enabled: true }, tags: { cache: false } }, true],
])('isEnabled of %j with the values %j is %s', (entry, values, expected) => {
  expect(isEnabled({ ...dependency, ...entry }, values)).toBe(expected);
});

it('parseDependencies reads the valid entries of a list of dependencies', () => {
  const list =
    'dependencies:\n- 1\n- { name: a, version: 1.5, tags: 3 }\n- { name: b, version: ~1, repository: https://x, alias: c }\n';
  expect(parseDependencies(list)).toEqual([
    { name: 'a', version: '1.5', repository: '', index: 1 },
    { name: 'b', version: '~1', repository: 'https://x', alias: 'c', index: 2 },
  ]);
  for (const text of ['', 'a: [', 'dependencies: none', '- 1']) expect(parseDependencies(text)).toEqual([]);
});

it('mergeValues merges values as helm does', () => {
  const below = { a: { b: 1, c: [1, 2] }, d: { e: 1 } };
  expect(mergeValues(below, { a: { c: [3] }, d: null })).toEqual({ a: { b: 1, c: [3] }, d: null });
  const hostile = JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>;
  mergeValues(mergeValues({}, hostile), hostile);
  expect({}).not.toHaveProperty('polluted');
});
