import type { JsonSchema, ObjectSchema } from '../json/json-schema.ts';

/**
 * The schema of an input as models are told of it: without the lengths of texts, which no model counts. They are checked all the same,
 * and in the requests of a conversation they would be a fifth of what its tools take.
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

/** Keywords that hold schemas by names of the author's choice. */
const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/** Keywords that hold values and no schemas. */
const examples = new Set(['const', 'default', 'enum', 'examples', 'required']);

function withoutLengthsIn(schemas: unknown): unknown {
  return Object.fromEntries(Object.entries(Object(schemas)).map(([name, schema]) => [name, withoutLengths(schema)]));
}
