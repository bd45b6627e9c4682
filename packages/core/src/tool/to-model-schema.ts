import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';

/**
 * Converts the schema of an input for models: without the lengths of texts, which no model counts. The lengths are still checked;
 * in requests they would be a fifth of the tokens of the tools.
 */
export function toModelSchema(schema: ObjectSchema): ObjectSchema {
  return withoutLengths(schema) as ObjectSchema;
}

function withoutLengths(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLengths);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { minLength: _min, maxLength: _max, ...rest } = schema as JsonSchema;
  return Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => {
      if (examples.has(keyword)) return [keyword, value];
      return [keyword, named.has(keyword) ? withoutLengthsIn(value) : withoutLengths(value)];
    }),
  );
}

/** Keywords that hold schemas by name. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Keywords that hold values, not schemas. */
const examples = new Set(['const', 'default', 'enum', 'examples', 'required']);

function withoutLengthsIn(schemas: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(schemas)).map(([name, schema]) => [name, withoutLengths(schema)]));
}
