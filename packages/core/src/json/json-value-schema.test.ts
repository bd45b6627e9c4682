import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from '../error/describe-issue.ts';
import { jsonValueSchema } from './json-value-schema.ts';

it('jsonValueSchema accepts and copies the values that z.json() accepts', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.anything({ withNullPrototype: true, withDate: true })), (value) => {
      const expected = z.json().safeParse(value);
      const found = jsonValueSchema.safeParse(value);
      expect(found.success).toBe(expected.success);
      expect(found.data).toEqual(expected.data);
    }),
  );
});

it('jsonValueSchema copies an object without the prototype of other objects as z.json() does', () => {
  const value: unknown = Object.assign(Object.create({ inherited: 1 }), { a: [1, { b: 2 }] });
  expect(jsonValueSchema.parse(value)).toEqual({ a: [1, { b: 2 }] });
});

it('jsonValueSchema leaves out a key that would replace a prototype', () => {
  const value: unknown = JSON.parse('{"a":[{"__proto__":{"isAdmin":true},"b":1}]}');
  const [copy] = z.object({ a: z.array(jsonValueSchema) }).parse(value).a;
  expect(copy).toEqual({ b: 1 });
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

it.each([
  ['a missing value', {}],
  ['a function', { x: () => 1 }],
  ['a date in a list', { x: [new Date(0)] }],
  ['an infinite number', { x: Infinity }],
  ['a missing value in an object', { x: { a: undefined } }],
])('jsonValueSchema names %s as z.json() does', (_, value) => {
  const issuesOf = (schema: z.ZodType) =>
    z
      .object({ x: schema })
      .safeParse(value, { error: describeIssue })
      .error?.issues.map(({ path, message }) => [path, message]);
  expect(issuesOf(jsonValueSchema)).toEqual(issuesOf(z.json()));
});
