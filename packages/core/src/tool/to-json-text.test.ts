import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toJsonText } from './to-json-text.ts';

const cyclicObject: Record<string, unknown> = { name: 'a' };
cyclicObject['self'] = [cyclicObject];
const cyclicMap = new Map<string, unknown>([['size', 1n]]);
cyclicMap.set('self', cyclicMap);
const shared = { a: 1 };
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const endless = { toJSON: () => ({ again: endless }) };
const refusal = '"[cannot be written as JSON]"';

it.each<[string, unknown, string]>([
  ['a BigInt', [1n, { big: -2n }], '["1",{"big":"-2"}]'],
  ['a BigInt after a number', [1, 2n], '[1,"2"]'],
  ['one object twice beside a BigInt', { x: shared, y: [shared], n: 1n }, '{"x":{"a":1},"y":[{"a":1}],"n":"1"}'],
  ['a cycle', cyclicObject, '{"name":"a","self":["[circular]"]}'],
  ['a cycle through a map', cyclicMap, '{"size":"1","self":"[circular]"}'],
  ['one object twice, which is not a cycle', { x: shared, y: [shared] }, '{"x":{"a":1},"y":[{"a":1}]}'],
  ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  ['an invalid date', new Date(Number.NaN), 'null'],
  ['toJSON', { toJSON: () => ({ shown: 1n }) }, '{"shown":"1"}'],
  ['toJSON that never ends', endless, refusal],
  ['an error, without its stack', { failure: new TypeError('no') }, '{"failure":{"error":"no"}}'],
  ['a set in a map', new Map([['s', new Set([1, 'b'])]]), '{"s":[1,"b"]}'],
  ['nothing', undefined, 'null'],
  ['a function', () => 1, 'null'],
  ['functions inside', { f: () => 1, list: [Symbol('s')] }, '{"list":[null]}'],
  ['numbers that are not finite', [Number.NaN, Infinity], '[null,null]'],
  ['a value that cannot be read', { inside: revoked.proxy }, refusal],
])('toJsonText writes %s', (_, value, text) => {
  expect(toJsonText(value)).toBe(text);
});

it('toJsonText writes JSON values as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      expect(toJsonText(value, indent)).toBe(JSON.stringify(value, null, indent));
    }),
  );
});

it('toJsonText never throws', () => {
  fc.assert(
    fc.property(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withTypedArray: true,
        withNullPrototype: true,
        withSparseArray: true,
      }),
      (value) => {
        expect(() => JSON.parse(toJsonText(value))).not.toThrow();
      },
    ),
  );
});
