import { duplicateValue, invalidValue, requiredValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { isObject, type JsonObject, setField } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from './schema.ts';

/** Violations of a schema by an object. */
interface SchemaFindings {
  /** The object without unknown fields. */
  readonly object: JsonObject;
  readonly unknownFields: readonly string[];
  /** Values of a wrong type, which a real server cannot decode. */
  readonly typeErrors: readonly StatusCause[];
  readonly causes: readonly StatusCause[];
}

/** Options for checking an object. */
interface CheckOptions {
  readonly resolve: ResolveSchema;
  /** A custom schema: branches and the uniqueness of list elements are checked. */
  readonly isCustom: boolean;
}

/** Checks an object against its schema. `metadata`, `apiVersion` and `kind` are always known. */
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

  /** Fields of built-in types cannot be null, except times. */
  function entriesOf(value: JsonObject, expected: Schema): readonly [string, unknown][] {
    if (isCustom) return Object.entries(value);
    return Object.entries(value).filter(([name, child]) => {
      const { type, format } = resolve(fieldSchema(expected, name));
      return child !== null || type === undefined || format === 'date-time';
    });
  }

  /** Tests whether a value matches another schema, too; fields unknown to it are ignored. */
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

/** Checks length, range, pattern and enum of one value. */
function checkConstraints(value: unknown, schema: Schema, field: string): readonly StatusCause[] {
  if (schema.enum && !schema.enum.includes(value) && value !== '') return [unsupportedValue(field, value, schema.enum)];
  const problems =
    typeof value === 'string'
      ? textProblems(value, schema)
      : typeof value === 'number'
        ? numberProblems(value, schema)
        : Array.isArray(value)
          ? listProblems(value, schema)
          : [];
  return problems.map((why) => invalidValue(field, value, `${field} in body should ${why}`));
}

function textProblems(value: string, { minLength, maxLength, pattern }: Schema): readonly string[] {
  const problems: string[] = [];
  if (minLength !== undefined && value.length < minLength) problems.push(`be at least ${minLength} chars long`);
  if (maxLength !== undefined && value.length > maxLength) problems.push(`be at most ${maxLength} chars long`);
  if (pattern !== undefined && !matches(pattern, value)) problems.push(`match '${pattern}'`);
  return problems;
}

function numberProblems(
  value: number,
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema,
): readonly string[] {
  const problems: string[] = [];
  if (minimum !== undefined && isBelow(value, minimum, exclusiveMinimum)) {
    problems.push(`be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`);
  }
  if (maximum !== undefined && isBelow(-value, -maximum, exclusiveMaximum)) {
    problems.push(`be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`);
  }
  return problems;
}

function listProblems(value: readonly unknown[], { minItems, maxItems }: Schema): readonly string[] {
  const problems: string[] = [];
  if (minItems !== undefined && value.length < minItems) problems.push(`have at least ${minItems} items`);
  if (maxItems !== undefined && value.length > maxItems) problems.push(`have at most ${maxItems} items`);
  return problems;
}

function isBelow(value: number, limit: number, exclusive = false): boolean {
  return value < limit || (exclusive && value === limit);
}

/** A pattern that JavaScript cannot compile always matches. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

interface BranchContext {
  readonly field: string;
  readonly fits: (value: unknown, branch: Schema) => boolean;
}

/** Checks the alternatives of a schema, and the uniqueness of list elements. */
function checkBranches(value: unknown, schema: Schema, { field, fits }: BranchContext): readonly StatusCause[] {
  const name = JSON.stringify(field);
  const count = (branches: readonly Schema[]) => branches.filter((branch) => fits(value, branch)).length;
  const problems: string[] = [];
  const { allOf, anyOf, oneOf, not } = schema;
  if (allOf && count(allOf) < allOf.length) problems.push(`${name} must validate all the schemas (allOf)`);
  if (anyOf && count(anyOf) === 0) problems.push(`${name} must validate at least one schema (anyOf)`);
  if (oneOf && count(oneOf) !== 1) {
    const found = count(oneOf) === 0 ? 'none valid' : `${count(oneOf)} valid alternatives`;
    problems.push(`${name} must validate one and only one schema (oneOf). Found ${found}`);
  }
  if (not && fits(value, not)) problems.push(`${name} must not validate the schema (not)`);
  return [...problems.map((why) => invalidValue(field, '', why)), ...findDuplicates(value, schema, field)];
}

/** Elements of sets and keys of list maps are unique. */
function findDuplicates(value: unknown, schema: Schema, field: string): readonly StatusCause[] {
  const type = schema['x-kubernetes-list-type'];
  if (!Array.isArray(value) || (type !== 'set' && type !== 'map')) return [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const identify = (item: unknown) =>
    type === 'set' || !isObject(item) ? item : Object.fromEntries(keys.map((key) => [key, item[key]]));
  const seen = new Set<string>();
  return value.flatMap((item: unknown, index) => {
    const identity = identify(item);
    const text = JSON.stringify(identity);
    if (seen.has(text)) return [duplicateValue(`${field}[${index}]`, identity)];
    seen.add(text);
    return [];
  });
}
