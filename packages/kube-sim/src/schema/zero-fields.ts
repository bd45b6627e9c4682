import { isObject } from '../object/json-value.ts';
import type { ResolveSchema, Schema } from './schema.ts';

/**
 * Makes what finds the fields that every object of a schema has as its type serialises it: embedded structures, and null
 * or zero for what is required. Every write asks for those of all its structures, and schemas are never changed in place.
 */
export function createZeroFields(resolve: ResolveSchema): (schema: Schema) => ReadonlyMap<string, unknown> {
  const known = new WeakMap<Schema, ReadonlyMap<string, unknown>>();

  function find({ properties = {}, required = [] }: Schema): ReadonlyMap<string, unknown> {
    const zeros = Object.entries(properties).map(([name, property]): [string, unknown] => [
      name,
      zeroOf(resolve(property), required.includes(name)),
    ]);
    return new Map(zeros.filter(([, zero]) => zero !== undefined));
  }

  return (schema) => {
    const zeros = known.get(schema) ?? find(schema);
    known.set(schema, zeros);
    return zeros;
  };
}

function zeroOf({ default: zero }: Schema, isRequired: boolean): unknown {
  if (isRequired) return zero ?? null;
  return isObject(zero) || zero === '' || zero === 0 || zero === false ? zero : undefined;
}
