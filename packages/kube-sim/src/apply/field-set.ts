import { asArray, isObject, isSameJson, setField, type JsonObject } from '../object/json-value.ts';
import { fieldSchema, type ResolveSchema, type Schema } from '../schema/schema.ts';

/** A path of elements as `managedFields` writes them: `f:name`, `k:{"name":"web"}`, `v:"a"`. */
export type FieldPath = readonly string[];

/** The fields of an object that can have owners, and their values, by the text of their path. */
export type FieldValues = ReadonlyMap<string, unknown>;

const separator = '\u0000';

export function toPathText(path: FieldPath): string {
  return path.join(separator);
}

export function toPath(text: string): FieldPath {
  return text.split(separator);
}

/** Metadata that the server itself sets, which nobody owns. */
const unowned: ReadonlySet<string> = new Set(
  [
    'name',
    'namespace',
    'uid',
    'resourceVersion',
    'generation',
    'creationTimestamp',
    'managedFields',
    'selfLink',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ].map((name) => toPathText(['f:metadata', `f:${name}`])),
);

/** Lists the ownable fields of an object: its leaves, and the elements of lists that are merged by key. */
export function listFields(object: JsonObject, schema: Schema | undefined, resolve: ResolveSchema): FieldValues {
  const fields = new Map<string, unknown>();

  function visit(value: unknown, given: Schema | undefined, path: FieldPath): void {
    const expected = resolve(given);
    const atomic = expected['x-kubernetes-map-type'] === 'atomic';
    if (isObject(value) && !atomic && Object.keys(value).length > 0) {
      for (const [name, child] of Object.entries(value))
        visit(child, fieldSchema(expected, name), [...path, `f:${name}`]);
      return;
    }
    const listType = expected['x-kubernetes-list-type'];
    if (Array.isArray(value) && listType === 'set') {
      for (const item of value) fields.set(toPathText([...path, `v:${JSON.stringify(item)}`]), item);
      return;
    }
    if (Array.isArray(value) && listType === 'map') {
      for (const item of value) {
        const element = [...path, elementOf(item, expected)];
        fields.set(toPathText([...element, '.']), true);
        visit(item, expected.items, element);
      }
      return;
    }
    fields.set(toPathText(path), value);
  }

  for (const [name, value] of Object.entries(object)) {
    if (name === 'apiVersion' || name === 'kind') continue;
    visit(value, schema && fieldSchema(resolve(schema), name), [`f:${name}`]);
  }
  for (const path of unowned) fields.delete(path);
  return fields;
}

/** The keys of an element with what the API defaults them to. */
function elementOf(item: unknown, { 'x-kubernetes-list-map-keys': keys = [] }: Schema): string {
  const values = isObject(item) ? item : {};
  const pairs = keys.map((key): [string, unknown] => [key, values[key] ?? (key === 'protocol' ? 'TCP' : undefined)]);
  return `k:${JSON.stringify(Object.fromEntries(pairs.toSorted(([left], [right]) => left.localeCompare(right))))}`;
}

/** The set as `fieldsV1` nests it. */
export function toFieldsV1(paths: Iterable<string>): JsonObject {
  const root: JsonObject = {};
  for (const text of paths) {
    let node = root;
    for (const element of toPath(text)) {
      if (!Object.hasOwn(node, element)) setField(node, element, {});
      node = node[element] as JsonObject;
    }
  }
  return root;
}

/** The paths that `fieldsV1` names: what has nothing below it. */
export function fromFieldsV1(fields: JsonObject): ReadonlySet<string> {
  const paths = new Set<string>();
  function visit(node: JsonObject, path: FieldPath): void {
    const children = Object.entries(node);
    if (children.length === 0 && path.length > 0) paths.add(toPathText(path));
    for (const [element, child] of children) visit(isObject(child) ? child : {}, [...path, element]);
  }
  visit(fields, []);
  return paths;
}

/** Takes a field out of an object, in place, and the element of a list when the path ends with a dot. */
export function removeField(root: JsonObject, path: FieldPath): void {
  let parent: unknown = root;
  const steps = path.at(-1) === '.' ? path.slice(0, -1) : path;
  for (const element of steps.slice(0, -1)) parent = step(parent, element);
  const last = steps.at(-1) ?? '';
  if (last.startsWith('f:') && isObject(parent)) delete parent[last.slice(2)];
  else if (Array.isArray(parent)) {
    const index = indexOf(parent, last);
    if (index >= 0) parent.splice(index, 1);
  }
}

function step(value: unknown, element: string): unknown {
  if (element.startsWith('f:')) return isObject(value) ? value[element.slice(2)] : undefined;
  return asArray(value)[indexOf(asArray(value), element)];
}

function indexOf(list: readonly unknown[], element: string): number {
  const wanted: unknown = JSON.parse(element.slice(2));
  if (element.startsWith('v:')) return list.findIndex((item) => isSameJson(item, wanted));
  const keys = Object.entries(isObject(wanted) ? wanted : {});
  return list.findIndex(
    (item) =>
      isObject(item) && keys.every(([key, value]) => (item[key] ?? (key === 'protocol' ? 'TCP' : undefined)) === value),
  );
}
