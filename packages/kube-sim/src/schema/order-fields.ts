import { isObject, type JsonObject, setField } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from './schema.ts';

/** Writes objects with their fields in the order of a real server. */
export interface FieldOrderer {
  /** By the types of a built-in kind; the entries of maps are alphabetical. */
  byType<T>(value: T, schema: Schema | undefined): T;
  /** Alphabetical throughout, as custom resources are. */
  byName<T>(value: T): T;
}

/** Makes an orderer. Objects are never changed in place, so each is ordered once. */
export function createFieldOrderer(
  resolve: ResolveSchema,
  orderOf: (schema: Schema) => readonly string[] | undefined,
): FieldOrderer {
  const typed = new WeakMap<object, unknown>();
  const named = new WeakMap<object, unknown>();

  function byType(value: unknown, given: Schema | undefined): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = typed.get(value);
    if (known !== undefined) return known;
    const schema = resolve(given);
    const ordered = Array.isArray(value)
      ? value.map((item: unknown) => byType(item, schema.items))
      : orderObject(value as JsonObject, schema);
    typed.set(value, ordered);
    typed.set(ordered as object, ordered);
    return ordered;
  }

  function orderObject(value: JsonObject, schema: Schema): JsonObject {
    const isOpen = schema.properties === undefined && typeof schema.additionalProperties !== 'object';
    if (isOpen) return value;
    const order = schema.properties ? (orderOf(schema) ?? []) : [];
    return pick(value, order, (child, name) => byType(child, fieldSchema(schema, name)));
  }

  function byName(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const known = named.get(value);
    if (known !== undefined) return known;
    const ordered = Array.isArray(value) ? value.map(byName) : isObject(value) ? pick(value, [], byName) : value;
    named.set(value, ordered);
    named.set(ordered as object, ordered);
    return ordered;
  }

  return {
    byType: (value, schema) => byType(value, schema) as typeof value,
    byName: (value) => byName(value) as typeof value,
  };
}

/** A copy with these fields first, and the others by name. */
function pick(
  value: JsonObject,
  first: readonly string[],
  convert: (child: unknown, name: string) => unknown,
): JsonObject {
  const result: JsonObject = {};
  const others = Object.keys(value)
    .filter((name) => !first.includes(name))
    .sort();
  for (const name of [...first.filter((each) => Object.hasOwn(value, each)), ...others]) {
    setField(result, name, convert(value[name], name));
  }
  return result;
}
