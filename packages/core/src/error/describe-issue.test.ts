import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';

const messageOf = (schema: z.ZodType, input?: unknown) =>
  schema.safeParse(input, { error: describeIssue }).error?.issues.map(({ message }) => message);

it.each<[string, z.ZodType, unknown, string]>([
  ['a missing text', z.string(), undefined, 'is missing: send a string'],
  ['a missing object', z.object({}), undefined, 'is missing: send an object'],
  ['a missing value of any type', z.strictObject({ a: z.unknown() }), {}, 'is missing: send a value'],
  ['a missing choice', z.enum(['a', 'b']), undefined, 'is missing: send one of "a", "b"'],
  ['a wrong type', z.string(), 7, 'must be a string, not a number'],
  ['null', z.array(z.string()), null, 'must be an array, not null'],
  ['an array for an object', z.object({}), [], 'must be an object, not an array'],
  ['no number in a variable', z.coerce.number(), 'x', 'must be a number'],
  ['a fraction', z.int(), 1.5, 'must be a whole number'],
  ['an unknown choice', z.enum(['a', 'b']), 's3cret', 'must be one of "a", "b"'],
  ['another constant', z.literal(true), false, 'must be true'],
  ['an empty text', z.string().min(1), '', 'must not be empty'],
  ['a short text', z.string().min(32), 's3cret', 'must have at least 32 characters'],
  ['a long text', z.string().max(2), 'abc', 'must have at most 2 characters'],
  ['an empty list', z.array(z.string()).min(1), [], 'must not be empty'],
  ['a long list', z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  ['a small number', z.number().min(1), 0, 'must be 1 or more'],
  ['a number that is not positive', z.number().positive(), 0, 'must be more than 0'],
  ['a large number', z.number().max(65_535), 70_000, 'must be 65535 or less'],
  ['no multiple', z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  ['no UUID', z.uuid(), 'x', 'must be a UUID'],
  ['no URL', z.url({ protocol: /^https?$/ }), 'x', 'must be a URL that begins with http:// or https://'],
  [
    'a URL of another protocol',
    z.url({ protocol: /^postgres(ql)?$/ }),
    'http://x',
    'must be a URL that begins with postgres:// or postgresql://',
  ],
  ['no email address', z.email(), 'x', 'must be an email address'],
  ['no time', z.iso.datetime(), 'x', 'must be an ISO 8601 date and time such as 2026-01-31T12:00:00Z'],
  ['another beginning', z.string().startsWith('a'), 'b', 'must begin with "a"'],
  ['another end', z.string().endsWith('a'), 'b', 'must end with "a"'],
  ['another part', z.string().includes('a'), 'b', 'must contain "a"'],
  [
    'an address without a known protocol',
    z.url({ protocol: /^ftp$/ }),
    'x',
    'must be a URL whose protocol matches ^ftp$',
  ],
  ['any URL', z.url(), 'x', 'must be a URL'],
  ['a text of another format', z.cuid2(), 'X', 'must match ^[0-9a-z]+$'],
  ['a truth value', z.string(), true, 'must be a string, not a boolean'],
  ['a date', z.string(), new Date(0), 'must be a string'],
  ['a text of a format without a pattern', z.jwt(), 'x', 'must be a jwt'],
  ['a value that a check refuses', z.string().refine(() => false), 'x', 'is not valid'],
  ['a key', z.record(z.string().regex(/^a/), z.string()), { b: 'x' }, 'has a key of the wrong form'],
  ['a value of a map', z.map(z.object({}), z.string()), new Map([[{}, 1]]), 'has an element of the wrong form'],
  ['a small number, exclusive', z.number().lt(5), 5, 'must be less than 5'],
  [
    'a field name of 60 characters',
    z.strictObject({}),
    { ['k'.repeat(60)]: 1 },
    `has unknown fields: "${'k'.repeat(60)}"`,
  ],
  ['another form', z.string().regex(/^[a-z]+$/), 'X', 'must match ^[a-z]+$'],
  [
    'unknown fields',
    z.strictObject({ a: z.string() }),
    { a: '', b: 1, c: 1 },
    'has unknown fields: "b", "c"; known: "a"',
  ],
  [
    'a misspelt field',
    z.strictObject({ branch: z.string().optional() }),
    { branche: 'x' },
    'has unknown fields: "branche" (did you mean "branch"?)',
  ],
  [
    'a field in another case beside an unknown one',
    z.strictObject({ projectId: z.string().optional(), name: z.string().optional() }),
    { project_id: 'x', colour: 'x' },
    'has unknown fields: "project_id" (did you mean "projectId"?), "colour"; known: "projectId", "name"',
  ],
  [
    'an unknown field of an object with many fields',
    z.strictObject(Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`f${index}`, z.string().optional()]))),
    { colour: 'x' },
    'has unknown fields: "colour"',
  ],
  [
    'a misspelt field of a union of objects',
    z.union([z.strictObject({ command: z.string() }), z.strictObject({ manifests: z.string() })]),
    { manifestes: 'x' },
    'has unknown fields: "manifestes" (did you mean "manifests"?)',
  ],
  [
    'fields of several forms of a union of objects',
    z.union([z.strictObject({ command: z.string() }), z.strictObject({ manifests: z.string() })]),
    { command: 'x', manifests: 'x' },
    'has fields that exclude each other: "manifests", "command"',
  ],
  [
    'no form of a union of objects',
    z.union([z.strictObject({ command: z.string() }), z.strictObject({ manifests: z.string() })]),
    {},
    'must be one with a valid "command" or one with a valid "manifests"',
  ],
  [
    'many unknown fields',
    z.strictObject({}),
    Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`${index}`, 1])),
    'has unknown fields: "0", "1", "2", "3", "4" and 4 more',
  ],
  ['a long unknown field', z.strictObject({}), { ['k'.repeat(1_000)]: 1 }, `has unknown fields: "${'k'.repeat(60)}…"`],
  ['no form of a union', z.union([z.string(), z.number()]), true, 'must be a string or a number'],
  ['no form of a union of one type', z.union([z.uuid(), z.email()]), 7, 'must be a string'],
  [
    'no form of a union of formats',
    z.union([z.url(), z.string().startsWith('{', 'must be a template')]),
    'x',
    'must be a URL or a template',
  ],
  [
    'no form of a union that a type does not tell apart',
    z.union([z.string().regex(/^a/), z.string().regex(/^b/), z.number()]),
    'x',
    'must be of another form',
  ],
  ['two forms of an exclusive union', z.xor([z.string(), z.string().max(5)]), 'x', 'must be of another form'],
  [
    'no form of a tagged union',
    z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]),
    { type: 'x' },
    'must be one of "a", "b"',
  ],
])('describeIssue says what is right for %s', (...row) => {
  const [, schema, input, message] = row;
  expect(messageOf(schema, input)).toEqual([message]);
});

it('describeIssue leaves the message of a schema as it is', () => {
  expect(messageOf(z.string('must be your name'), 7)).toEqual(['must be your name']);
});

/** The message in no answer: zod's own phrases. */
const rawZodPhrase =
  /Invalid (?:input|option|string|URL|UUID|email)|expected .*received|Too (?:small|big)|Unrecognized key/;

it('describeIssue has a sentence for every kind of issue', () => {
  const schema = z.object({
    key: z.record(z.string().regex(/^a/), z.string()),
    map: z.map(z.string(), z.string()),
    date: z.date(),
    big: z.bigint(),
    file: z.set(z.string()),
    base: z.base64(),
    ip: z.ipv4(),
    flag: z.stringbool(),
    tuple: z.tuple([z.string()]),
  });
  const input = {
    key: { b: 'x' },
    map: 1,
    date: 'x',
    big: 'x',
    file: 1,
    base: '?',
    ip: 'x',
    flag: 'x',
    tuple: ['a', 'b'],
  };
  for (const message of messageOf(schema, input) ?? []) expect(message).not.toMatch(rawZodPhrase);
  for (const message of messageOf(schema, {}) ?? []) expect(message).toMatch(/^is missing/);
});
