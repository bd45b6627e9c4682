import { invalidValue, unsupportedValue } from '../errors/refusals.ts';
import type { StatusCause } from '../errors/status-error.ts';
import type { Schema } from './schema.ts';

/** Holds one value to what its schema says of length, size, pattern and choice. */
export function checkConstraints(value: unknown, schema: Schema, field: string): readonly StatusCause[] {
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

/** A pattern that JavaScript does not read is not held against the value. */
function matches(pattern: string, value: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
