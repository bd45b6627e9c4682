import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFieldsV1, joinPath, toFieldsV1 } from './field-set.ts';

const element = fc.oneof(
  fc.constantFrom('f:a', 'f:b', 'f:.', 'f:__proto__', 'v:"x"', 'k:{"name":"a"}'),
  fc.string().map((name) => `f:${name.replaceAll('\u0000', '')}`),
);
const path = fc.array(element, { minLength: 1, maxLength: 4 }).map((elements) => elements.reduce(joinPath));

test('fieldsV1 of a set decodes to the same set', () => {
  fc.assert(
    fc.property(fc.array(path), (paths) => {
      const fields = new Set(paths);
      expect(fromFieldsV1(JSON.parse(JSON.stringify(toFieldsV1(fields))) as Record<string, unknown>)).toEqual(fields);
    }),
  );
});

test('toFieldsV1 sorts fields and marks a field with others below it by a dot', () => {
  const nested = toFieldsV1(new Set([joinPath('f:b', 'f:d'), 'f:a', 'f:b', joinPath('f:b', 'f:c')]));
  expect(JSON.stringify(nested)).toBe('{"f:a":{},"f:b":{".":{},"f:c":{},"f:d":{}}}');
});
