import { readFile } from 'node:fs/promises';
import { AppError } from '@shipmate/core';
import type { Fields } from '../command-fields.ts';

/** The parts of a JSON Schema that decide how the text of an option is read. */
interface FieldSchema {
  readonly type?: unknown;
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
}

/** The input of a call on the command line. */
interface GivenInput {
  /** JSON, or `@` and the path of a file with JSON; `@-` is standard input. */
  readonly input: string | undefined;
  readonly fields: Fields;
  /** The input schema of the tool. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly readInput: () => Promise<string>;
}

/** Returns the input of a call: the JSON of `--input`, with the fields that are options of their own. @throws AppError `VALIDATION_ERROR` */
export async function parseToolInput({
  input,
  fields,
  schema,
  readInput,
}: GivenInput): Promise<Readonly<Record<string, unknown>>> {
  const base = input === undefined ? {} : parseObject(await readText(input, readInput));
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const parsed = [...fields].map(([name, values]) => {
    const property = properties[name];
    if (!isRecord(property)) {
      const known = Object.keys(properties).map((field) => `--${field}`);
      const fix = known.length === 0 ? 'The tool has no fields.' : `Fields: ${known.join(', ')}.`;
      throw new AppError({ code: 'VALIDATION_ERROR', message: `Field "${name}" not found. ${fix}` });
    }
    return [name, parseField(name, values, property)] as const;
  });
  return { ...base, ...Object.fromEntries(parsed) };
}

function parseField(name: string, values: readonly (string | true)[], schema: FieldSchema): unknown {
  const types = typesOf(schema);
  if (types.has('array')) {
    const [only] = values;
    if (values.length === 1 && typeof only === 'string' && only.startsWith('[')) return parseJson(only, `--${name}`);
    return values.map((value) => parseValue(name, value, typesOf(schema.items ?? {})));
  }
  const [value = true, second] = values;
  if (second !== undefined) {
    throw new AppError({ code: 'VALIDATION_ERROR', message: `--${name} takes one value. Remove the others.` });
  }
  return parseValue(name, value, types);
}

function parseValue(name: string, value: string | true, types: ReadonlySet<unknown>): unknown {
  if (value === true) {
    if (types.has('boolean') || types.size === 0) return true;
    throw new AppError({ code: 'VALIDATION_ERROR', message: `--${name} needs a value.` });
  }
  if ((types.has('integer') || types.has('number')) && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  if (types.has('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  if (types.has('string')) return value;
  return parseJson(value, `--${name}`);
}

function typesOf({ type, anyOf = [] }: FieldSchema): ReadonlySet<unknown> {
  const own: readonly unknown[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return new Set([...own, ...anyOf.flatMap((schema) => [...typesOf(schema)])]);
}

async function readText(input: string, readInput: () => Promise<string>): Promise<string> {
  if (!input.startsWith('@')) return input;
  const path = input.slice(1);
  if (path === '-') return readInput();
  return readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new AppError({ code: 'VALIDATION_ERROR', message: `Cannot read "${path}" (${reason}).`, cause });
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text, '--input');
  if (isRecord(value)) return value;
  throw new AppError({ code: 'VALIDATION_ERROR', message: '--input: is no JSON object.' });
}

function parseJson(text: string, option: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new AppError({ code: 'VALIDATION_ERROR', message: `${option}: is no JSON. ${reason}`, cause });
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
