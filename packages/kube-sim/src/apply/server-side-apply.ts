import { StatusError } from '../errors/status-error.ts';
import { isObject, isSameJson, type JsonObject } from '../object/json-value.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object/kube-object.ts';
import type { ResolveSchema, Schema } from '../schema/schema.ts';
import { fromFieldsV1, listFields, removeField, toPath, type FieldPath } from './field-set.ts';
import { recordApply, type Change } from './managed-fields.ts';
import { mergeApplied } from './merge-applied.ts';

interface ApplyOptions {
  readonly schema: Schema | undefined;
  readonly resolve: ResolveSchema;
  readonly change: Change;
  readonly force: boolean;
}

/**
 * Applies a configuration: it becomes the manager's whole opinion of the object. Fields that it applied before and no
 * longer names go, unless another manager owns them.
 * @throws StatusError 409 where another manager owns a field with another value, unless forced
 */
export function applyConfiguration(
  live: KubeObject,
  configuration: JsonObject,
  { schema, resolve, change, force }: ApplyOptions,
): KubeObject {
  const applied = listFields(configuration, schema, resolve);
  const current = listFields(live, schema, resolve);
  const entries = live.metadata.managedFields ?? [];
  const isOwn = ({ manager, operation, subresource }: ManagedFieldsEntry) =>
    manager === change.manager && operation === 'Apply' && subresource === change.subresource;
  const others = entries.filter((entry) => !isOwn(entry));

  const conflicts: { readonly path: string; readonly entry: ManagedFieldsEntry }[] = [];
  for (const entry of others) {
    for (const path of fromFieldsV1(entry.fieldsV1)) {
      if (applied.has(path) && !isSameJson(applied.get(path), current.get(path))) conflicts.push({ path, entry });
    }
  }
  if (conflicts.length > 0 && !force) throw applyConflict(conflicts);

  const merged = structuredClone(mergeApplied(live, configuration, { schema, resolve })) as KubeObject;
  const ownedByOthers = new Set(others.flatMap((entry) => [...fromFieldsV1(entry.fieldsV1)]));
  const previous = entries.filter(isOwn).flatMap((entry) => [...fromFieldsV1(entry.fieldsV1)]);
  for (const path of previous.filter((each) => !applied.has(each) && !ownedByOthers.has(each))) {
    if (isKept(path, [...applied.keys(), ...ownedByOthers])) continue;
    removeField(merged, toPath(path));
  }
  pruneEmptied(merged, live);
  const managedFields = recordApply(
    entries,
    { applied, taken: new Set(conflicts.map(({ path }) => path)), live: listFields(merged, schema, resolve) },
    change,
  );
  return { ...merged, metadata: { ...merged.metadata, managedFields } };
}

/** A field, and an element of a list, stays while anybody owns something in it. */
function isKept(path: string, owned: readonly string[]): boolean {
  const inside = path.endsWith('\u0000.') ? path.slice(0, -1) : `${path}\u0000`;
  return owned.some((each) => each.startsWith(inside));
}

/** Labels or data of which the last entry was withdrawn go as a whole. */
function pruneEmptied(merged: JsonObject, live: JsonObject): void {
  for (const [name, value] of Object.entries(merged)) {
    const before = live[name];
    if (!isObject(value)) continue;
    pruneEmptied(value, isObject(before) ? before : {});
    if (Object.keys(value).length === 0 && isObject(before) && Object.keys(before).length > 0) delete merged[name];
  }
}

function applyConflict(
  conflicts: readonly { readonly path: string; readonly entry: ManagedFieldsEntry }[],
): StatusError {
  const causes = conflicts.map(({ path, entry }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describeManager(entry)}`,
    field: formatPath(toPath(path)),
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

function describeManager({ manager, operation, apiVersion, time, subresource }: ManagedFieldsEntry): string {
  const using = operation === 'Update' ? ` using ${apiVersion}${time === '' ? '' : ` at ${time}`}` : '';
  return `"${manager}"${subresource === undefined ? '' : ` with subresource "${subresource}"`}${using}`;
}

function formatPath(path: FieldPath): string {
  return path
    .filter((element) => element !== '.')
    .map((element) => {
      if (element.startsWith('f:')) return `.${element.slice(2)}`;
      if (element.startsWith('v:')) return `[=${element.slice(2)}]`;
      const keys: unknown = JSON.parse(element.slice(2));
      const pairs = Object.entries(isObject(keys) ? keys : {}).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
      return `[${pairs.join(',')}]`;
    })
    .join('');
}
