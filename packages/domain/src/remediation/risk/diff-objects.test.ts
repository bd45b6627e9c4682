import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isJsonObject } from '../../cluster/object/read-value.ts';
import { diffObjects } from './diff-objects.ts';
import { describePath } from './field-path.ts';

const diff = (before: object, after: object) =>
  diffObjects({ ...before }, { ...after }).map(({ operation, path }) => `${operation} ${describePath(path)}`);

it.each<[title: string, before: object, after: object, changes: readonly string[]]>([
  ['a changed field', { a: { b: 1 } }, { a: { b: 2 } }, ['changed a.b']],
  ['an added map as one difference', {}, { a: { b: { c: 1 } } }, ['added a']],
  ['a removed map as one difference', { a: { b: { c: 1 } } }, {}, ['removed a']],
  ['null as an absent field', { a: null, b: 1 }, { b: null }, ['removed b']],
  ['an empty list as an absent field', { a: [] }, {}, []],
  ['an empty map as a value', {}, { emptyDir: {} }, ['added emptyDir']],
  ['absent fields in a list without keys', { a: [{ b: null, c: [] }] }, { a: [{}] }, []],
  ['a map that becomes a list', { a: { b: 1 } }, { a: [1] }, ['changed a']],
  [
    'containers by name',
    { containers: [{ name: 'a', image: 'x' }, { name: 'b' }] },
    { containers: [{ name: 'c' }, { name: 'a', image: 'y' }] },
    ['changed containers[a].image', 'removed containers[b]', 'added containers[c]'],
  ],
  [
    'ports by number and protocol',
    { ports: [{ containerPort: 53 }, { containerPort: 53, protocol: 'UDP' }] },
    { ports: [{ containerPort: 53, name: 'dns' }] },
    ['added ports[53/TCP].name', 'removed ports[53/UDP]'],
  ],
  ['a list without keys as one value', { args: ['a', 'b'] }, { args: ['a'] }, ['changed args']],
  [
    'a list with a key twice as one value',
    { env: [{ name: 'A', value: '1' }] },
    {
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
      ],
    },
    ['changed env'],
  ],
  [
    'the order of variables',
    { env: [{ name: 'A' }, { name: 'B' }] },
    { env: [{ name: 'B' }, { name: 'A' }] },
    ['reordered env'],
  ],
  ['a key with dots', { labels: {} }, { labels: { 'a.b/c': 'x' } }, ['added labels["a.b/c"]']],
])('diffObjects reports %s', (...[, before, after, changes]) => {
  expect(diff(before, after)).toEqual(changes);
});

/** Formats a value as JSON without absent fields and with sorted keys. */
function toCanonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join()}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).filter(
    ([, part]) => part !== null && !(Array.isArray(part) && part.length === 0),
  );
  const texts = fields.map(([key, part]) => `${JSON.stringify(key)}:${toCanonicalText(part)}`);
  return `{${texts.toSorted().join()}}`;
}

it('diffObjects reports a difference exactly when two objects differ', () => {
  const object = fc.dictionary(fc.constantFrom('env', 'a', 'b'), fc.jsonValue({ maxDepth: 4 }));
  fc.assert(
    fc.property(object, object, (one, other) => {
      expect(diffObjects(one, structuredClone(one))).toEqual([]);
      expect(diffObjects(one, other).length === 0).toBe(toCanonicalText(one) === toCanonicalText(other));
    }),
    { numRuns: 500 },
  );
});

const nest = (depth: number, wrap: (inner: unknown) => unknown, leaf: unknown): unknown =>
  depth === 0 ? leaf : wrap(nest(depth - 1, wrap, leaf));

it('diffObjects reports a map that becomes an empty text', () => {
  expect(diff({ items: [{ a: {} }] }, { items: [{ a: '' }] })).toEqual(['changed items']);
  expect(diff({ items: [{ a: '' }] }, { items: [{ a: {} }] })).toEqual(['changed items']);
});

it('diffObjects compares maps by parts up to 40 steps', () => {
  const map = (leaf: number) => ({ a: nest(44, (inner) => ({ a: inner }), leaf) });
  expect(diffObjects(map(1), map(2)).map(({ path }) => path.length)).toEqual([40]);
});

it('diffObjects reports equal lists as changed if they are too deep to compare', () => {
  const lists = (depth: number) => ({ items: nest(depth, (inner) => [inner], 1) });
  expect(diff(lists(41), lists(41))).toEqual([]);
  expect(diff(lists(42), lists(42))).toEqual(['changed items']);
});

it('describePath writes a step with one bracket as a field name', () => {
  expect([describePath(['spec', '[a']), describePath(['spec', 'a]'])]).toEqual(['spec.[a', 'spec.a]']);
});
