import { compareFields } from './compare-fields.ts';
import { childrenOf, type FieldNode, keyElementOf, rootNode } from './field-node.ts';
import { elementsOf, type FieldSet, fromFieldsV1, isMember, listFields, toFieldsV1 } from './field-set.ts';
import { type Change, isOwnEntry, recordApply, recordUpdate } from './managed-fields.ts';
import type { ObjectType } from './object-type.ts';
import { StatusError } from '../errors/status-error.ts';
import { asArray, isObject, type JsonObject, setField } from '../object/json-value.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object/kube-object.ts';
import { fieldSchema, type Schema } from '../schema/schema.ts';

interface ApplyOptions {
  readonly type: ObjectType;
  readonly change: Change;
  readonly force: boolean;
}

interface Conflict {
  readonly path: string;
  readonly entry: ManagedFieldsEntry;
}

/**
 * Applies a configuration. Fields that the manager applied before and no longer names are removed unless another
 * manager
 * owns them.
 * @throws StatusError 409 if another manager owns a field with another value, unless forced
 */
export function applyConfiguration(
  live: KubeObject,
  configuration: JsonObject,
  { type, change, force }: ApplyOptions,
): KubeObject {
  const entries = live.metadata.managedFields ?? firstEntries(live, { type, change });
  const own = entries.find((entry) => isOwnEntry(entry, change, 'Apply'));
  const others = entries.filter((entry) => entry !== own);
  const applied = listFields(configuration, type);
  const merged = mergeApplied(live, configuration, type);
  const kept = others.reduce((fields, { fieldsV1 }) => fields.union(fromFieldsV1(fieldsV1)), applied);
  const next = own ? removeFields(merged, { owned: own.fieldsV1, kept: toFieldsV1(kept) }, type) : merged;
  const changes = compareFields(live, next, type);
  const conflicts = others.flatMap((entry) =>
    [...fromFieldsV1(entry.fieldsV1).intersection(changes.changed)].sort().map((path): Conflict => ({ path, entry })),
  );
  if (conflicts.length > 0 && !force) {
    const migrated = change.manager === kubectl ? lastAppliedFields(live, type) : new Set();
    const refused = conflicts.filter(({ path }) => !migrated.has(path));
    if (refused.length > 0) throw applyConflict(refused);
  }
  const managedFields = recordApply(entries, { applied, changes }, change);
  const object = structuredClone(next) as KubeObject;
  const owned = { ...object, metadata: { ...object.metadata, managedFields } };
  return change.manager === kubectl ? withLastApplied(owned, configuration) : owned;
}

/** The manager that migrates from client-side to server-side apply. */
const kubectl = 'kubectl';

/** The initial entry for an untracked object. */
function firstEntries(live: KubeObject, { type, change }: Pick<ApplyOptions, 'type' | 'change'>): ManagedFieldsEntry[] {
  const { apiVersion, kind, metadata } = live;
  if (metadata.uid === undefined) return [];
  const changes = compareFields({ apiVersion, kind }, live, type);
  return recordUpdate([], changes, { ...change, manager: 'before-first-apply' });
}

function applyConflict(conflicts: readonly Conflict[]): StatusError {
  const causes = conflicts.map(({ path, entry }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describeManager(entry)}`,
    field: formatPath(path),
  }));
  const [first] = causes;
  const oneManager = causes.every(({ message }) => message === first?.message);
  const fields = causes.map(({ field }) => `- ${field}`).join('\n');
  const message =
    causes.length === 1
      ? `Apply failed with 1 conflict: ${first?.message}: ${first?.field}`
      : oneManager
        ? `Apply failed with ${causes.length} conflicts: ${first?.message.replace('conflict ', 'conflicts ')}:\n${fields}`
        : `Apply failed with ${causes.length} conflicts:\n${causes.map((each) => `- ${each.message}: ${each.field}`).join('\n')}`;
  return new StatusError({ code: 409, reason: 'Conflict', message, details: { causes } });
}

function describeManager({ manager, operation, apiVersion, subresource }: ManagedFieldsEntry): string {
  const using = operation === 'Update' ? ` using ${apiVersion}` : '';
  return `"${manager}"${subresource === undefined ? '' : ` with subresource "${subresource}"`}${using}`;
}

function formatPath(path: string): string {
  return elementsOf(path)
    .map((element) => {
      if (element.startsWith('f:')) return `.${element.slice(2)}`;
      if (element.startsWith('v:')) return `[=${element.slice(2)}]`;
      const keys: unknown = JSON.parse(element.slice(2));
      const pairs = Object.entries(isObject(keys) ? keys : {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      return `[${pairs.join(',')}]`;
    })
    .join('');
}

const annotation = 'kubectl.kubernetes.io/last-applied-configuration';

/** Fields that client-side `kubectl apply` set and that are unchanged since; applying them again is no conflict. */
function lastAppliedFields(live: KubeObject, type: ObjectType): FieldSet {
  const configuration = parse(live.metadata.annotations?.[annotation] ?? '');
  if (configuration?.['apiVersion'] !== live.apiVersion) return new Set();
  const { changed, removed } = compareFields(configuration, live, type);
  return listFields(configuration, type).difference(changed).difference(removed);
}

/** Updates the object's last applied configuration, if it has one. */
function withLastApplied(object: KubeObject, configuration: JsonObject): KubeObject {
  const { metadata } = object;
  if (metadata.annotations?.[annotation] === undefined) return object;
  const annotations = { ...metadata.annotations, [annotation]: `${JSON.stringify(configuration)}\n` };
  return { ...object, metadata: { ...metadata, annotations } };
}

function parse(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Merges an applied configuration into the live object: granular objects and keyed lists merge, the rest is replaced. */
function mergeApplied(live: JsonObject, applied: JsonObject, { schema, resolve }: ObjectType): JsonObject {
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

/**
 * Removes fields that are no longer owned; both sets are `fieldsV1`. A structure is removed with its last owned field,
 * list
 * elements and map entries with their own ownership.
 */
function removeFields(
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
