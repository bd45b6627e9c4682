import { StatusError } from '../errors/status-error.ts';
import { isObject, type JsonObject } from '../object/json-value.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object/kube-object.ts';
import { compareFields } from './compare-fields.ts';
import { elementsOf, fromFieldsV1, listFields, toFieldsV1 } from './field-set.ts';
import { lastAppliedFields, withLastApplied } from './last-applied.ts';
import { type Change, isOwnEntry, recordApply, recordUpdate } from './managed-fields.ts';
import { mergeApplied } from './merge-applied.ts';
import type { ObjectType } from './object-type.ts';
import { removeFields } from './remove-fields.ts';

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
 * Applies a configuration: it becomes the manager's whole opinion of the object. Fields that it applied before and no
 * longer names go, unless another manager owns them.
 * @throws StatusError 409 where another manager owns a field with another value, unless forced
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
    const forgiven = change.manager === kubectl ? lastAppliedFields(live, type) : new Set();
    const refused = conflicts.filter(({ path }) => !forgiven.has(path));
    if (refused.length > 0) throw applyConflict(refused);
  }
  const managedFields = recordApply(entries, { applied, changes }, change);
  const object = structuredClone(next) as KubeObject;
  const owned = { ...object, metadata: { ...object.metadata, managedFields } };
  return change.manager === kubectl ? withLastApplied(owned, configuration) : owned;
}

/** The manager that goes over from configurations merged by the client to those merged by the server. */
const kubectl = 'kubectl';

/** What an object is made of that nobody was tracked to have written. */
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
