import { isObject } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from '../schema/schema.ts';
import type { ObjectType } from './object-type.ts';

/** A value within an object, with its schema. */
export interface FieldNode {
  readonly value: unknown;
  /** Resolved. */
  readonly schema: Schema;
  /** Named by the schema, unlike map entries and list elements. */
  readonly isNamed: boolean;
}

/** The root node of an object. */
export function rootNode(value: unknown, schema: Schema | undefined, resolve: ResolveSchema): FieldNode {
  return { value, schema: resolve(schema), isNamed: true };
}

/**
 * The separately owned children of a node, by path element: `f:name`, `k:{"name":"web"}`, `v:"a"`. Undefined for what
 * is
 * owned as a whole: scalars, atomic maps and atomic lists.
 */
export function childrenOf(
  { value, schema }: FieldNode,
  { resolve, zeroFieldsOf }: ObjectType,
): ReadonlyMap<string, FieldNode> | undefined {
  if (isObject(value)) {
    const { properties = {}, additionalProperties } = schema;
    // Values of open types, such as a revision's data, are owned as a whole.
    const isOpen = zeroFieldsOf !== undefined && !schema.properties && additionalProperties === undefined;
    if (isOpen || schema['x-kubernetes-map-type'] === 'atomic') return undefined;
    return new Map(
      Object.entries(value).map(([name, child]) => [
        `f:${name}`,
        { value: child, schema: resolve(fieldSchema(schema, name)), isNamed: Object.hasOwn(properties, name) },
      ]),
    );
  }
  const listType = schema['x-kubernetes-list-type'];
  if (!Array.isArray(value) || (listType !== 'set' && listType !== 'map')) return undefined;
  const element = resolve(schema.items);
  return new Map(
    value.map((item: unknown) => [
      listType === 'set' ? `v:${JSON.stringify(item)}` : keyElementOf(item, schema, resolve),
      { value: item, schema: element, isNamed: false },
    ]),
  );
}

/** The path element of a list element by its keys; defaults stand for missing keys. */
export function keyElementOf(item: unknown, list: Schema, resolve: ResolveSchema): string {
  const { properties } = resolve(list.items);
  const values = isObject(item) ? item : {};
  const pairs = (list['x-kubernetes-list-map-keys'] ?? [])
    .toSorted()
    .map((key): [string, unknown] => [key, values[key] ?? resolve(properties?.[key]).default]);
  return `k:${JSON.stringify(Object.fromEntries(pairs))}`;
}
