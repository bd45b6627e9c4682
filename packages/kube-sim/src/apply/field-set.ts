import { isObject, setField, type JsonObject } from '../object/json-value.ts';
import { childrenOf, type FieldNode, rootNode } from './field-node.ts';
import type { ObjectType } from './object-type.ts';

/** Owned fields, by the text of their paths. */
export type FieldSet = ReadonlySet<string>;

const separator = '\u0000';

/** Appends an element to a path. */
export function joinPath(path: string, element: string): string {
  return path === '' ? element : `${path}${separator}${element}`;
}

/** The elements of a path: `f:spec`, `f:containers`, `k:{"name":"web"}`. */
export function elementsOf(path: string): readonly string[] {
  return path.split(separator);
}

/** Fields set by the server, which have no owner. */
const unowned: FieldSet = new Set([
  'f:apiVersion',
  'f:kind',
  'f:metadata',
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((name) => joinPath('f:metadata', `f:${name}`)),
]);

/** Filters the fields that can have owners. */
export function ownable(fields: FieldSet): FieldSet {
  return fields.difference(unowned);
}

/** The fields that a configuration sets: its leaves, list elements and map entries. */
export function listFields(object: JsonObject, type: ObjectType): FieldSet {
  const fields = new Set<string>();

  function visit(node: FieldNode, path: string): void {
    const children = childrenOf(node, type);
    for (const [element, child] of children ?? []) visit(child, joinPath(path, element));
    const isEmptyMap = isObject(node.value) && children?.size === 0;
    if (!children || isEmptyMap || !node.isNamed) fields.add(path);
  }

  visit(rootNode(object, type.schema, type.resolve), '');
  return ownable(fields);
}

/** Encodes a set as `fieldsV1`; a dot stands for a field that has others below it. */
export function toFieldsV1(fields: FieldSet): JsonObject {
  const root: JsonObject = {};
  const leaves = new Set<JsonObject>();
  for (const path of [...fields].sort()) {
    let node = root;
    for (const element of elementsOf(path)) {
      if (leaves.delete(node)) node['.'] = {};
      if (!Object.hasOwn(node, element)) setField(node, element, {});
      node = node[element] as JsonObject;
    }
    leaves.add(node);
  }
  return root;
}

/** Decodes a set from `fieldsV1`. */
export function fromFieldsV1(fields: JsonObject): FieldSet {
  const paths = new Set<string>();
  function visit(node: JsonObject, path: string): void {
    const children = Object.entries(node);
    if (children.length === 0 && path !== '') paths.add(path);
    for (const [element, child] of children) {
      if (element === '.') paths.add(path);
      else visit(isObject(child) ? child : {}, joinPath(path, element));
    }
  }
  visit(fields, '');
  return paths;
}

/** Tests whether a set in `fieldsV1` contains a field. */
export function hasField(fields: JsonObject, path: string): boolean {
  let node: unknown = fields;
  for (const element of elementsOf(path)) node = isObject(node) ? node[element] : undefined;
  return isMember(node);
}

/** Tests whether a node of `fieldsV1` is a member itself, not only an ancestor of members. */
export function isMember(node: unknown): boolean {
  return isObject(node) && (Object.keys(node).length === 0 || Object.hasOwn(node, '.'));
}
