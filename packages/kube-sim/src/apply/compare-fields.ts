import { isSameJson, type JsonObject } from '../object/json-value.ts';
import { childrenOf, type FieldNode, rootNode } from './field-node.ts';
import { type FieldSet, joinPath } from './field-set.ts';
import type { ObjectType } from './object-type.ts';
import { withZeroValues } from './with-zero-values.ts';

/** How one state of an object differs from another. */
export interface FieldChanges {
  /** What is new or has another value; structures, maps and lists are new themselves where there was none. */
  readonly changed: FieldSet;
  readonly removed: FieldSet;
}

/** Compares two states of an object field by field. */
export function compareFields(before: JsonObject, after: JsonObject, type: ObjectType): FieldChanges {
  const { schema, resolve } = type;
  const changed = new Set<string>();
  const removed = new Set<string>();

  function fieldsOf(node: FieldNode | undefined): ReadonlyMap<string, FieldNode> {
    return (node && childrenOf(node, resolve)) ?? new Map<string, FieldNode>();
  }

  function visit(left: FieldNode | undefined, right: FieldNode | undefined, path: string): void {
    const from = fieldsOf(left);
    const to = fieldsOf(right);
    for (const element of new Set([...from.keys(), ...to.keys()])) {
      visit(from.get(element), to.get(element), joinPath(path, element));
    }
    const isLeaf = from.size === 0 && to.size === 0;
    if (!right) removed.add(path);
    else if (!left || (isLeaf && !isSameJson(left.value, right.value))) changed.add(path);
  }

  const root = (object: JsonObject) => rootNode(withZeroValues(object, type), schema, resolve);
  visit(root(before), root(after), '');
  return { changed, removed };
}
