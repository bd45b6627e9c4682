import { isObject, type JsonObject, setField } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from './schema.ts';

/** Orders the fields of objects like a real server. */
export interface FieldOrderer {
  /** Orders by the types of a built-in kind; map entries are alphabetical. */
  byType<T>(value: T, schema: Schema | undefined): T;
  /** Orders alphabetically at every level, like custom resources. */
  byName<T>(value: T): T;
}

/** Creates an orderer. Objects are immutable, so each is ordered once. */
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

/** Copies an object with these fields first and the others by name. */
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
