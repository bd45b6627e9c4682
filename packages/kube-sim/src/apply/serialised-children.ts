import { isObject } from '../object/json-value.ts';
import { childrenOf, type FieldNode } from './field-node.ts';
import type { ObjectType } from './object-type.ts';

/**
 * What is below a node as its type serialises it: embedded structures are there although nobody wrote them, and what is
 * required and absent is null or zero. They are nothing that a change could add, nor could it null.
 */
export function serialisedChildren(node: FieldNode, type: ObjectType): ReadonlyMap<string, FieldNode> {
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
