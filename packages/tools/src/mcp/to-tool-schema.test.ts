import { toBoundTools } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { toToolSchema } from './to-tool-schema.ts';

const convert = (schema: unknown) => toToolSchema(JSON.stringify(schema));

/** Checks an input as a call of the tool does. */
function accepts(schema: unknown, input: unknown): boolean {
  const [tool] = toBoundTools([{ name: 'a', description: '', inputSchema: convert(schema) }], async () => undefined);
  try {
    tool?.parse(input);
    return true;
  } catch {
    return false;
  }
}

describe('toToolSchema', () => {
  it('keeps what a model has to know, and what is checked', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      title: 'Search',
      properties: {
        query: { type: 'string', description: 'Words.', minLength: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 50 },
        order: { enum: ['newest', 'best'] },
        tags: { type: 'array', items: { type: ['string', 'null'] }, maxItems: 3 },
      },
      required: ['query', 'unknown'],
      additionalProperties: false,
    };
    const { $schema: _, title: __, ...kept } = schema;
    expect(convert(schema)).toEqual({ ...kept, required: ['query'] });
    expect(accepts(schema, { query: 'x', tags: ['a', null] })).toBe(true);
    for (const input of [{}, { query: '' }, { query: 'x', limit: 51 }, { query: 'x', other: 1 }]) {
      expect(accepts(schema, input)).toBe(false);
    }
  });

  it('executes no pattern and no format of the server', () => {
    const properties = { a: { type: 'string', pattern: '^(a+)+$', format: 'email' } };
    const schema = { type: 'object', properties, patternProperties: { '^(b+)+$': {} }, additionalProperties: false };
    expect(JSON.stringify(convert(schema))).not.toMatch(/pattern|format/);
    expect(accepts(schema, { a: `${'a'.repeat(50)}!`, [`${'b'.repeat(50)}!`]: 1 })).toBe(true);
  });

  it('inlines references, but for those that lead to themselves or outside', () => {
    const schema = {
      type: 'object',
      properties: {
        place: { $ref: '#/$defs/place' },
        named: { allOf: [{ $ref: '#/$defs/place' }], description: 'Where.' },
        remote: { $ref: 'https://evil.example/schema' },
        inherited: { $ref: '#/constructor' },
      },
      $defs: { place: { type: 'object', properties: { in: { $ref: '#/$defs/place' }, name: { type: 'string' } } } },
    };
    const place = { type: 'object', properties: { in: {}, name: { type: 'string' } } };
    expect(convert(schema).properties).toEqual({
      place,
      named: { ...place, description: 'Where.' },
      remote: {},
      inherited: {},
    });
  });

  it('stays small for references that multiply', () => {
    const names = Array.from({ length: 30 }, (_, index) => `d${index}`);
    const $defs = Object.fromEntries(
      names.map((name, index) => [name, { anyOf: [1, 2].map(() => ({ $ref: `#/$defs/d${index + 1}` })) }]),
    );
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
    expect(JSON.stringify(convert(schema)).length).toBeLessThan(20_000);
  });

  it.each([
    ['no schema', 'text'],
    ['a root of another type', { type: 'array', items: {} }],
    ['keywords of other types', { type: 'wrong', properties: [], required: 'a', items: 1, enum: [], anyOf: [] }],
  ])('accepts every object for %s', (_, schema) => {
    expect(convert(schema)).toEqual({ type: 'object', properties: {} });
    expect(accepts(schema, { a: 1 })).toBe(true);
  });
});
