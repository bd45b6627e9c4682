import { duplicateValue, invalidValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import { isObject } from '../object/json-value.ts';
import type { Schema } from './schema.ts';

interface BranchContext {
  readonly field: string;
  readonly fits: (value: unknown, branch: Schema) => boolean;
}

/** Holds one value to the alternatives of its schema, and a list to what its type says of its elements. */
export function checkBranches(value: unknown, schema: Schema, { field, fits }: BranchContext): readonly StatusCause[] {
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

/** Sets hold no value twice, and lists that are maps no keys. */
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
