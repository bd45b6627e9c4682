import { isObject, setField, type JsonObject } from '../object/json-value.ts';
import { childrenOf, type FieldNode, rootNode } from './field-node.ts';
import { isMember } from './field-set.ts';
import type { ObjectType } from './object-type.ts';

/**
 * The object without what was owned and is no longer; both sets as `fieldsV1`. Structures go with the last field of
 * theirs that anybody owns, elements of lists and entries of maps with their own ownership.
 */
export function removeFields(
  object: JsonObject,
  { owned, kept }: { readonly owned: JsonObject; readonly kept: JsonObject },
  type: ObjectType,
): JsonObject {
  function visit(node: FieldNode, was: JsonObject, is: JsonObject): unknown {
    const children = childrenOf(node, type);
    if (!children) return node.value;
    const left = [...children].flatMap(([element, child]): [string, unknown][] => {
      const before = was[element];
      const now = is[element];
      if (!isObject(before)) return [[element, child.value]];
      const isGone = child.isNamed ? now === undefined : isMember(before) && !isMember(now);
      if (isGone) return [];
      const value = visit(child, before, isObject(now) ? now : {});
      return value === undefined ? [] : [[element, value]];
    });
    if (left.length === 0 && children.size > 0) return undefined;
    if (Array.isArray(node.value)) return left.map(([, value]) => value);
    const result: JsonObject = {};
    for (const [element, value] of left) setField(result, element.slice(2), value);
    return result;
  }
  return visit(rootNode(object, type.schema, type.resolve), owned, kept) as JsonObject;
}
