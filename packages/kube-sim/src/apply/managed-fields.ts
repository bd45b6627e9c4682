import { isSameJson } from '../object/json-value.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object/kube-object.ts';
import { fromFieldsV1, toFieldsV1, type FieldValues } from './field-set.ts';

/** Who makes a change, and when. */
export interface Change {
  readonly manager: string;
  readonly time: string;
  readonly apiVersion: string;
  readonly subresource?: string;
}

/** Whose entry it is: an update through another version or subresource has an entry of its own. */
function isOwnEntry(entry: ManagedFieldsEntry, change: Change, operation: ManagedFieldsEntry['operation']): boolean {
  return (
    entry.manager === change.manager &&
    entry.operation === operation &&
    entry.apiVersion === change.apiVersion &&
    entry.subresource === change.subresource
  );
}

function toEntry(
  change: Change,
  operation: ManagedFieldsEntry['operation'],
  paths: Iterable<string>,
): ManagedFieldsEntry {
  return {
    manager: change.manager,
    operation,
    apiVersion: change.apiVersion,
    time: change.time,
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(paths),
    ...(change.subresource !== undefined && { subresource: change.subresource }),
  };
}

/** The managed fields after an update: what changed belongs to the one who changed it. */
export function recordUpdate(
  previous: { readonly object: KubeObject | undefined; readonly fields: FieldValues },
  fields: FieldValues,
  change: Change,
): ManagedFieldsEntry[] {
  const changed = new Set<string>();
  for (const [path, value] of fields) {
    if (!previous.fields.has(path) || !isSameJson(previous.fields.get(path), value)) changed.add(path);
  }
  const entries = previous.object?.metadata.managedFields ?? [];
  if (changed.size === 0) return keepExisting(entries, fields);
  const own = entries.find((entry) => isOwnEntry(entry, change, 'Update'));
  const ownPaths = new Set([...(own ? fromFieldsV1(own.fieldsV1) : []), ...changed].filter((path) => fields.has(path)));
  const others = entries.filter((entry) => entry !== own).map((entry) => without(entry, changed));
  return [...keepExisting(others, fields), toEntry(change, 'Update', ownPaths)];
}

/** The managed fields after an apply: the manager owns exactly what it applied. */
export function recordApply(
  entries: readonly ManagedFieldsEntry[],
  {
    applied,
    taken,
    live,
  }: { readonly applied: FieldValues; readonly taken: ReadonlySet<string>; readonly live: FieldValues },
  change: Change,
): ManagedFieldsEntry[] {
  const own = entries.find((entry) => isOwnEntry(entry, change, 'Apply'));
  const others = entries.filter((entry) => entry !== own).map((entry) => without(entry, taken));
  const next = toEntry(change, 'Apply', applied.keys());
  const isUnchanged = own !== undefined && isSameJson(own.fieldsV1, next.fieldsV1);
  return [...(applied.size > 0 ? [isUnchanged ? own : next] : []), ...keepExisting(others, live)];
}

function without(entry: ManagedFieldsEntry, paths: ReadonlySet<string>): ManagedFieldsEntry {
  const kept = [...fromFieldsV1(entry.fieldsV1)].filter((path) => !paths.has(path));
  return { ...entry, fieldsV1: toFieldsV1(kept) };
}

function keepExisting(entries: readonly ManagedFieldsEntry[], fields: FieldValues): ManagedFieldsEntry[] {
  return entries
    .map((entry) => {
      const paths = [...fromFieldsV1(entry.fieldsV1)];
      const kept = paths.filter((path) => fields.has(path));
      return kept.length === paths.length ? entry : { ...entry, fieldsV1: toFieldsV1(kept) };
    })
    .filter(({ fieldsV1 }) => Object.keys(fieldsV1).length > 0);
}
