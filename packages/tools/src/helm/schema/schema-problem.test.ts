import { expect, it } from 'vitest';
import { findSchemaProblem } from './schema-problem.ts';

const nested = (depth: number): string => '{"properties":{"a":'.repeat(depth) + '{}' + '}}'.repeat(depth);

it.each([
  ['no references', { type: 'object' }],
  [
    'a reference to a definition',
    { definitions: { a: { type: 'string' } }, properties: { a: { $ref: '#/definitions/a' } } },
  ],
  [
    'a recursive schema',
    { definitions: { tree: { properties: { child: { $ref: '#/definitions/tree' } } } }, $ref: '#/definitions/tree' },
  ],
  ['an anchor', { $defs: { a: { $anchor: 'x' } }, properties: { a: { $ref: '#x' } } }],
  [
    'an id and a reference by it',
    { $id: 'https://example.com/a.json', properties: { a: { $ref: 'https://example.com/a.json#/$defs/b' } } },
  ],
  ['a draft', { $schema: 'http://json-schema.org/draft-07/schema#' }],
  ['a new draft', { $schema: 'https://json-schema.org/draft/2020-12/schema' }],
  ['a property that is called $ref', { properties: { $ref: { type: 'string' } } }],
])('findSchemaProblem accepts %s', (_, schema) => {
  expect(findSchemaProblem(JSON.stringify(schema))).toBeUndefined();
});

it.each([
  ['a file', { $ref: 'file:///etc/passwd' }, '"file:///etc/passwd"'],
  ['an address', { properties: { a: { $ref: 'http://127.0.0.1:8080/x' } } }, 'at #/properties/a'],
  ['a relative file', { $ref: 'other.json' }, '"other.json"'],
  ['an absolute path', { $ref: '/etc/passwd' }, '"/etc/passwd"'],
  ['a host', { $ref: '//127.0.0.1/x' }, '"//127.0.0.1/x"'],
  ['a dynamic reference', { $dynamicRef: 'file:///etc/passwd#x' }, '$dynamicRef'],
  ['a recursive reference', { $recursiveRef: 'http://127.0.0.1/' }, '$recursiveRef'],
  ['a list of schemas', { allOf: [{ $ref: 'file:///etc/passwd' }] }, '#/allOf/0'],
  ['an unknown keyword', { x: { y: { $ref: 'file:///etc/passwd' } } }, '#/x/y'],
  ['a base by $id', { $id: 'http://127.0.0.1/a/b', properties: { a: { $ref: 'c' } } }, '"c"'],
  ['a base by id', { id: 'http://127.0.0.1/a/b', properties: { a: { $ref: 'c' } } }, '"c"'],
  ['a nested $id', { properties: { a: { $id: 'http://127.0.0.1/a', $ref: 'b' } } }, '"b"'],
  ['an id in a default', { default: { $id: 'http://127.0.0.1/a' }, $ref: 'http://127.0.0.1/a' }, 'outside of the file'],
  ['a relative own id', { $id: 'etc/passwd', properties: { a: { $ref: 'etc/passwd' } } }, 'outside of the file'],
  ['a meta schema', { $schema: 'http://127.0.0.1/schema' }, '$schema'],
  ['a meta schema beside a draft', { $schema: 'http://json-schema.org/draft-07/schema/../x' }, '$schema'],
  ['a nested meta schema', { properties: { a: { $schema: 'file:///etc/passwd' } } }, '$schema'],
  ['itself', { $ref: '#' }, 'leads back to itself'],
  [
    'itself by two steps',
    { definitions: { a: { $ref: '#/definitions/b' }, b: { allOf: [{ $ref: '#/definitions/a' }] } } },
    'leads back to itself',
  ],
])('findSchemaProblem rejects a reference to %s', (_, schema, problem) => {
  expect(findSchemaProblem(JSON.stringify(schema))).toContain(problem);
});

it.each([
  ['text that is not JSON', '{', 'not valid JSON'],
  ['a second document', '{} {"$ref":"file:///etc/passwd"}', 'not valid JSON'],
  ['deep nesting', nested(200), 'levels deep'],
  ['nesting that exhausts the parser', '['.repeat(1_000_000), 'not valid JSON'],
  ['an escaped keyword', '{"\\u0024ref":"file:///etc/passwd"}', 'outside of the file'],
])('findSchemaProblem rejects %s', (_, text, problem) => {
  expect(findSchemaProblem(text)).toContain(problem);
});

it('findSchemaProblem checks a long chain of references', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, n) => [`a${n}`, { $ref: `#/definitions/a${n + 1}` }]),
  );
  expect(findSchemaProblem(JSON.stringify({ definitions }))).toBeUndefined();
});
