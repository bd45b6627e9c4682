import { requiredValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { isObject, setField, type JsonObject } from '../object/json-value.ts';
import { checkBranches } from './check-branches.ts';
import { checkConstraints } from './check-constraints.ts';
import { fieldSchema, type ResolveSchema, type Schema } from './schema.ts';

/** What is wrong with an object by its schema. */
export interface SchemaFindings {
  /** The object without the fields that the schema does not know. */
  readonly object: JsonObject;
  readonly unknownFields: readonly string[];
  /** Values of another type than declared, which a real server cannot decode. */
  readonly typeErrors: readonly StatusCause[];
  readonly causes: readonly StatusCause[];
}

/** How much a schema is believed. */
interface CheckOptions {
  readonly resolve: ResolveSchema;
  /** Whether it is written by a person, so that its branches and the uniqueness of lists count. */
  readonly isCustom: boolean;
}

/** Holds an object to its schema. `metadata`, `apiVersion` and `kind` are known whatever the schema says. */
export function checkObject(object: JsonObject, schema: Schema, { resolve, isCustom }: CheckOptions): SchemaFindings {
  const unknownFields: string[] = [];
  const typeErrors: StatusCause[] = [];
  const causes: StatusCause[] = [];

  function visit(value: unknown, given: Schema | undefined, path: string): unknown {
    const expected = resolve(given);
    if (value === null || value === undefined) return value;
    const actual = typeOf(value);
    if (expected.type !== undefined && !accepts(expected.type, actual) && !isIntOrString(expected, actual)) {
      typeErrors.push({
        reason: 'FieldValueTypeInvalid',
        message: `Invalid value: "${actual}": ${path} in body must be of type ${expected.type}: "${actual}"`,
        field: path,
      });
      return value;
    }
    causes.push(...checkConstraints(value, expected, path));
    if (isCustom) causes.push(...checkBranches(value, expected, { field: path, fits }));
    if (Array.isArray(value)) return value.map((item, index) => visit(item, expected.items, `${path}[${index}]`));
    return isObject(value) ? visitObject(value, expected, path) : value;
  }

  function visitObject(value: JsonObject, expected: Schema, path: string): JsonObject {
    const below = path === '' ? '' : `${path}.`;
    for (const name of expected.required ?? []) {
      if (value[name] === undefined || value[name] === null) causes.push(requiredValue(`${below}${name}`));
    }
    const isOpen =
      expected['x-kubernetes-preserve-unknown-fields'] === true ||
      expected.additionalProperties === true ||
      (expected.properties === undefined && expected.additionalProperties === undefined);
    const embedded = path === '' || expected['x-kubernetes-embedded-resource'] === true;
    const kept: JsonObject = {};
    for (const [name, child] of entriesOf(value, expected)) {
      const childSchema = fieldSchema(expected, name);
      if (childSchema) setField(kept, name, visit(child, childSchema, `${below}${name}`));
      else if (isOpen || (embedded && typeMeta.has(name))) setField(kept, name, child);
      else unknownFields.push(`${below}${name}`);
    }
    return kept;
  }

  /** The types of built-in kinds have no place for null but in times. */
  function entriesOf(value: JsonObject, expected: Schema): readonly [string, unknown][] {
    if (isCustom) return Object.entries(value);
    return Object.entries(value).filter(([name, child]) => {
      const { type, format } = resolve(fieldSchema(expected, name));
      return child !== null || type === undefined || format === 'date-time';
    });
  }

  /** Whether a value fits another schema as well; fields that it does not name do not count. */
  function fits(value: unknown, branch: Schema): boolean {
    const found = checkObject({ value }, { properties: { value: branch } }, { resolve, isCustom });
    return found.typeErrors.length + found.causes.length === 0;
  }

  return { object: visit(object, schema, '') as JsonObject, unknownFields, typeErrors, causes };
}

const typeMeta: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function accepts(expected: string, actual: string): boolean {
  return expected === actual || (expected === 'number' && actual === 'integer');
}

function isIntOrString(schema: Schema, actual: string): boolean {
  return schema['x-kubernetes-int-or-string'] === true && (actual === 'integer' || actual === 'string');
}
