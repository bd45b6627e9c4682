import { isObject } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from '../schema/schema.ts';
import type { ObjectType } from './object-type.ts';

/** A value within an object, and what its schema says of it. */
export interface FieldNode {
  readonly value: unknown;
  /** Resolved. */
  readonly schema: Schema;
  /** Whether the schema names it; the entries of maps and the elements of lists it does not. */
  readonly isNamed: boolean;
}

/** The node of an object that nothing is above. */
export function rootNode(value: unknown, schema: Schema | undefined, resolve: ResolveSchema): FieldNode {
  return { value, schema: resolve(schema), isNamed: true };
}

/**
 * What can be owned apart below a node, by path element: `f:name`, `k:{"name":"web"}`, `v:"a"`. Undefined for what is
 * owned as a whole: scalars, and maps and lists that are atomic.
 */
export function childrenOf(
  { value, schema }: FieldNode,
  { resolve, zeroFieldsOf }: ObjectType,
): ReadonlyMap<string, FieldNode> | undefined {
  if (isObject(value)) {
    const { properties = {}, additionalProperties } = schema;
    // What a type leaves open, such as the data of a revision, it does not look into.
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

/** Names an element of a list by its keys, with what stands for those that are left out. */
export function keyElementOf(item: unknown, list: Schema, resolve: ResolveSchema): string {
  const { properties } = resolve(list.items);
  const values = isObject(item) ? item : {};
  const pairs = (list['x-kubernetes-list-map-keys'] ?? [])
    .toSorted()
    .map((key): [string, unknown] => [key, values[key] ?? resolve(properties?.[key]).default]);
  return `k:${JSON.stringify(Object.fromEntries(pairs))}`;
}
