import { asArray, isObject, setField, type JsonObject } from '../object/json-value.ts';
import { fieldSchema, type Schema } from '../schema/schema.ts';
import { keyElementOf } from './field-node.ts';
import type { ObjectType } from './object-type.ts';

/** Lays an applied configuration over the live object: granular objects and keyed lists merge, all else is replaced. */
export function mergeApplied(live: JsonObject, applied: JsonObject, { schema, resolve }: ObjectType): JsonObject {
  function mergeValue(current: unknown, value: unknown, given: Schema | undefined): unknown {
    const expected = resolve(given);
    if (isObject(value) && isObject(current) && expected['x-kubernetes-map-type'] !== 'atomic') {
      return mergeFields(current, value, expected);
    }
    if (!Array.isArray(value) || !Array.isArray(current)) return value;
    const listType = expected['x-kubernetes-list-type'];
    if (listType === 'set') return [...current, ...value.filter((item) => !current.includes(item))];
    if (listType !== 'map') return value;
    const result = [...asArray(current)];
    const elements = result.map((item) => keyElementOf(item, expected, resolve));
    for (const item of asArray(value)) {
      const index = elements.indexOf(keyElementOf(item, expected, resolve));
      if (index < 0) result.push(item);
      else result[index] = mergeValue(result[index], item, expected.items);
    }
    return result;
  }

  function mergeFields(current: JsonObject, value: JsonObject, expected: Schema): JsonObject {
    const result = { ...current };
    for (const [name, child] of Object.entries(value)) {
      const own = Object.hasOwn(current, name) ? current[name] : undefined;
      setField(result, name, mergeValue(own, child, fieldSchema(expected, name)));
    }
    return result;
  }

  return mergeFields(live, applied, resolve(schema));
}
