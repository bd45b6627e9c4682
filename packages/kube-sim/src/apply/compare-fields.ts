import { childrenOf, type FieldNode, rootNode } from './field-node.ts';
import { type FieldSet, joinPath } from './field-set.ts';
import type { ObjectType } from './object-type.ts';
import { isObject, isSameJson, type JsonObject } from '../object/json-value.ts';

/** The differences between two states of an object. */
export interface FieldChanges {
  /** New or changed fields; a new structure, map or list counts itself. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two states of an object field by field. */
export function compareFields(before: JsonObject, after: JsonObject, type: ObjectType): FieldChanges {
  const { schema, resolve } = type;
  const changed = new Set<string>();
  const removed = new Set<string>();
  const fieldsOf = (node: FieldNode | undefined): ReadonlyMap<string, FieldNode> =>
    node ? serializedChildren(node, type) : new Map<string, FieldNode>();

  function visit(left: FieldNode | undefined, right: FieldNode | undefined, path: string): void {
    // States of an object share unchanged parts.
    if (left && left.value === right?.value) return;
    const from = fieldsOf(left);
    const to = fieldsOf(right);
    for (const element of new Set([...from.keys(), ...to.keys()])) {
      if (left && right && isNothing(from.get(element)) && isNothing(to.get(element))) continue;
      visit(from.get(element), to.get(element), joinPath(path, element));
    }
    const isLeaf = from.size === 0 && to.size === 0;
    if (!right) removed.add(path);
    else if (!left || (isLeaf && !isSameJson(left.value, right.value))) changed.add(path);
  }

  /** A type serializes null as absent. */
  function isNothing(node: FieldNode | undefined): boolean {
    return !node || (node.value === null && type.zeroFieldsOf !== undefined);
  }

  visit(rootNode(before, schema, resolve), rootNode(after, schema, resolve), '');
  return { changed, removed };
}

/**
 * The children of a node as its type serializes it: embedded structures exist even if unset, and required fields that
 * are
 * absent are null or zero. A change neither adds nor nulls them.
 */
function serializedChildren(node: FieldNode, type: ObjectType): ReadonlyMap<string, FieldNode> {
  const { resolve, zeroFieldsOf } = type;
  const { value, schema } = node;
  const children = childrenOf(node, type);
  if (!children || !zeroFieldsOf || !isObject(value)) return children ?? new Map<string, FieldNode>();
  const embedded = [...zeroFieldsOf(schema)].map(([name, zero]): [string, FieldNode] => [
    `f:${name}`,
    { value: zero, schema: resolve(schema.properties?.[name]), isNamed: true },
  ]);
  return new Map([...embedded, ...children]);
}
