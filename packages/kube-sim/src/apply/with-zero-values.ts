import { isObject, setField, type JsonObject } from '../object/json-value.ts';
import { fieldSchema, type Schema } from '../schema/schema.ts';
import type { ObjectType } from './object-type.ts';

/**
 * An object as its type serialises it: embedded structures are there although nobody wrote them, and what is required
 * and absent is null or zero. They are nothing that a change could add.
 */
export function withZeroValues(object: JsonObject, { schema: root, resolve, hasZeroValues }: ObjectType): JsonObject {
  function fill(value: unknown, schema: Schema): unknown {
    if (Array.isArray(value)) {
      if (schema['x-kubernetes-list-type'] !== 'map') return value;
      const element = resolve(schema.items);
      return value.map((item: unknown) => fill(item, element));
    }
    return isObject(value) && schema['x-kubernetes-map-type'] !== 'atomic' ? fillObject(value, schema) : value;
  }

  function fillObject(value: JsonObject, schema: Schema): JsonObject {
    const filled: JsonObject = {};
    for (const [name, child] of Object.entries(value)) {
      if (child === null) continue;
      setField(filled, name, fill(child, resolve(fieldSchema(schema, name))));
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      if (Object.hasOwn(filled, name)) continue;
      const zero = zeroOf(resolve(property), schema.required?.includes(name) === true);
      if (zero !== undefined) filled[name] = zero;
    }
    return filled;
  }

  function zeroOf(schema: Schema, isRequired: boolean): unknown {
    const { default: zero } = schema;
    if (isObject(zero)) return fill(zero, schema);
    if (isRequired) return zero ?? null;
    return zero === '' || zero === 0 || zero === false ? zero : undefined;
  }

  return hasZeroValues ? fillObject(object, resolve(root)) : object;
}
