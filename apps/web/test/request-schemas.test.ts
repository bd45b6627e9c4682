import type { DescribedRoute } from '@shipmate/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startWeb, type TestWeb } from './start-web.ts';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web[Symbol.asyncDispose]());

/** Returns the places of a schema's objects that accept unknown fields, such as `body.messages`. */
function findOpen(schema: z.core.$ZodType, place: string, seen: ReadonlySet<z.core.$ZodType> = new Set()): string[] {
  if (seen.has(schema)) return [];
  const inner = new Set(seen).add(schema);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const isStrict = def.catchall?._zod.def.type === 'never';
      const fields = Object.entries(def.shape).flatMap(([name, field]) => findOpen(field, `${place}.${name}`, inner));
      return isStrict ? fields : [place, ...fields];
    }
    case 'array':
      return findOpen(def.element, place, inner);
    case 'union':
      return def.options.flatMap((option) => findOpen(option, place, inner));
    case 'intersection':
      return [def.left, def.right].flatMap((side) => findOpen(side, place, inner));
    case 'tuple':
      return def.items.flatMap((item) => findOpen(item, place, inner));
    case 'record':
      return findOpen(def.valueType, place, inner);
    case 'lazy':
      return findOpen(def.getter(), place, inner);
    case 'pipe':
      return findOpen(def.in, place, inner);
    default:
      return 'innerType' in def ? findOpen(def.innerType, place, inner) : [];
  }
}

const isWithin = (place: string, part: string): boolean => place === part || place.startsWith(`${part}.`);

/** Returns the open places that a description does not name, and the parts that it names without need. */
function findUndeclared({ body, query, ignoresUnknown = {} }: DescribedRoute['description']): string[] {
  const open = Object.entries({ body, query }).flatMap(([part, schema]) =>
    schema instanceof z.ZodType ? findOpen(schema, part) : [],
  );
  const declared = Object.keys(ignoresUnknown);
  return [
    ...open.filter((place) => !declared.some((part) => isWithin(place, part))),
    ...declared.filter((part) => !open.includes(part)).map((part) => `${part} without need`),
  ];
}

it.each<[string, z.ZodType, string[]]>([
  ['an object', z.object({}), ['body']],
  ['a loose object', z.looseObject({}), ['body']],
  ['a strict object', z.strictObject({}), []],
  ['a field', z.strictObject({ a: z.object({}).nullish() }), ['body.a']],
  ['a list', z.strictObject({ a: z.array(z.object({})).readonly().default([]) }), ['body.a']],
  ['a union', z.union([z.strictObject({}), z.object({ b: z.object({}) })]), ['body', 'body.b']],
  ['a record', z.record(z.string(), z.object({})), ['body']],
  ['a tuple', z.tuple([z.object({})]), ['body']],
  ['an intersection', z.intersection(z.strictObject({}), z.object({})), ['body']],
  ['a transformation', z.object({}).transform(() => 1), ['body']],
  ['any JSON', z.json(), []],
])('the contract of request schemas finds what is open in %s', (_, schema, open) => {
  expect(findOpen(schema, 'body')).toEqual(open);
});

it('every route refuses unknown fields, except where its description says that it ignores them', () => {
  const undeclared = web.described.flatMap(({ method, path, description }) =>
    findUndeclared(description).map((place) => `${method} ${path}: ${place}`),
  );
  expect(undeclared).toEqual([]);
});

/** Reviewed: a new exception needs a line here. */
it('unknown fields are ignored in bodies of other systems, and in links', () => {
  const ignoring = web.described.flatMap(({ method, path, description: { ignoresUnknown = {} } }) =>
    Object.keys(ignoresUnknown).map((part) => `${method} ${path}: ${part}`),
  );
  expect(ignoring).toEqual([
    'GET /auth/link: query',
    'POST /api/alerts/alertmanager: body',
    'POST /api/diagram/chat: body.messages',
    'POST /api/chat: body',
    'POST /v1/agent/chat: body',
  ]);
});
