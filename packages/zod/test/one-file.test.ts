import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { build } from 'tsup';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as zod from 'zod';
import * as oldest from 'zod-oldest';
import { oneFile } from '../tsup.config.ts';

const theirs = zod.z;
/** `z` of the file that is built from zod. */
let ours: typeof theirs;
let folder: string;
let text: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shipmate-zod-'));
  const entry = { 'one-file': fileURLToPath(new URL('../src/index.ts', import.meta.url)) };
  await build({ ...oneFile, entry, outDir: folder, config: false, silent: true });
  const path = join(folder, 'one-file.js');
  text = await readFile(path, 'utf8');
  ours = ((await import(pathToFileURL(path).href)) as typeof zod).z;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it('has all that zod exports, English as its only language', () => {
  const { z: _, default: __, ...names } = zod;
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(names).toSorted());
  expect(Object.keys(ours.locales)).toEqual(['en']);
});

it('is a module that imports nothing, and starts with the version and the licence of zod', async () => {
  expect(parseSync('one-file.js', text).module).toMatchObject({ staticImports: [], dynamicImports: [] });
  const [manifest, license] = await Promise.all(
    ['package.json', 'LICENSE'].map((name) =>
      readFile(fileURLToPath(import.meta.resolve('zod/package.json')).replace('package.json', name), 'utf8'),
    ),
  );
  const { version } = JSON.parse(manifest ?? '') as { readonly version: string };
  expect(text.startsWith(`/*!\nzod ${version}\n\n${license}*/\n`)).toBe(true);
});

const mixtures = (
  [
    ['this zod', () => theirs],
    ['the oldest zod', () => oldest.z as unknown as typeof theirs],
  ] as const
).flatMap(([name, make]) => [
  { name: `a schema of ${name} in one of the file`, toPair: () => [make(), ours] as const },
  { name: `a schema of the file in one of ${name}`, toPair: () => [ours, make()] as const },
]);

describe.each(mixtures)('$name', ({ toPair }) => {
  const make = () => {
    const [inner, outer] = toPair();
    const schema = outer.strictObject({
      name: inner.string().min(2).describe('The name.'),
      sizes: inner.array(outer.int()).max(3).optional(),
      when: outer.union([inner.literal('now'), outer.iso.date()]),
    });
    return { inner, outer, schema };
  };

  it('parses, and reports problems', () => {
    const { inner, schema } = make();
    expect(schema.parse({ name: 'web', sizes: [1], when: 'now' })).toEqual({ name: 'web', sizes: [1], when: 'now' });
    const { error } = schema.safeParse({ name: '', sizes: [1.5], when: 'no', more: 1 });
    expect(error).toBeInstanceOf(inner.ZodError);
    expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      'name: Too small: expected string to have >=2 characters',
      'sizes.0: Invalid input: expected int, received number',
      'when: Invalid ISO date',
      ': Unrecognized key: "more"',
    ]);
  });

  it('becomes JSON Schema with its descriptions', () => {
    expect(ours.toJSONSchema(make().schema)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, description: 'The name.' },
        sizes: {
          type: 'array',
          maxItems: 3,
          items: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
        },
        when: { anyOf: [{ type: 'string', const: 'now' }, expect.objectContaining({ format: 'date' })] },
      },
      required: ['name', 'when'],
      additionalProperties: false,
    });
  });

  it('is an instance of the classes of both', () => {
    const { inner, outer, schema } = make();
    for (const each of [inner, outer]) {
      expect(schema).toBeInstanceOf(each.ZodObject);
      expect(schema.shape.when).toBeInstanceOf(each.ZodUnion);
      expect(schema).not.toBeInstanceOf(each.ZodString);
    }
  });
});

it.each([
  ['zod', 'the file', () => [theirs, ours] as const],
  ['the file', 'zod', () => [ours, theirs] as const],
])('a language that %s sets is that of %s', (_, __, toPair) => {
  const [setter, other] = toPair();
  setter.config({ localeError: () => 'Ungültig' });
  try {
    expect(other.string().safeParse(1).error?.issues[0]?.message).toBe('Ungültig');
  } finally {
    setter.config(theirs.locales.en());
  }
});
