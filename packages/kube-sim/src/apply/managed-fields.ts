import { z } from 'zod';
import type { FieldChanges } from './compare-fields.ts';
import { type FieldSet, fromFieldsV1, hasField, ownable, toFieldsV1 } from './field-set.ts';
import { isObject, isSameJson } from '../object/json-value.ts';
import type { ManagedFieldsEntry } from '../object/kube-object.ts';

/** The author and time of a change. */
export interface Change {
  readonly manager: string;
  readonly time: string;
  readonly apiVersion: string;
  readonly subresource?: string;
}

type Operation = ManagedFieldsEntry['operation'];

/** Tests whether an entry is the change's own: each API version and subresource has an entry of its own. */
export function isOwnEntry(entry: ManagedFieldsEntry, change: Change, operation: Operation): boolean {
  return (
    entry.manager === change.manager &&
    entry.operation === operation &&
    entry.subresource === change.subresource &&
    (operation === 'Apply' || entry.apiVersion === change.apiVersion)
  );
}

/** The managed fields after an update: the updater owns the changed fields. */
export function recordUpdate(
  entries: readonly ManagedFieldsEntry[],
  changes: FieldChanges,
  change: Change,
): ManagedFieldsEntry[] {
  const changed = ownable(changes.changed);
  if (changed.size === 0) return without(entries, changes);
  const own = entries.find((entry) => isOwnEntry(entry, change, 'Update'));
  const others = without(
    entries.filter((entry) => entry !== own),
    changes,
  );
  const isOwn = (path: string) => own !== undefined && hasField(own.fieldsV1, path);
  if (own && [...changed].every(isOwn) && ![...changes.removed].some(isOwn)) {
    return inOrder([...others, { ...own, time: change.time }]);
  }
  const before = own ? fromFieldsV1(own.fieldsV1) : new Set<string>();
  return inOrder([...others, toEntry(change, 'Update', before.difference(changes.removed).union(changed))]);
}

/** The managed fields after an apply: the manager owns exactly the applied fields. */
export function recordApply(
  entries: readonly ManagedFieldsEntry[],
  { applied, changes }: { readonly applied: FieldSet; readonly changes: FieldChanges },
  change: Change,
): ManagedFieldsEntry[] {
  const own = entries.find((entry) => isOwnEntry(entry, change, 'Apply'));
  const others = without(
    entries.filter((entry) => entry !== own),
    changes,
  );
  if (applied.size === 0) return others;
  const next = toEntry(change, 'Apply', applied);
  const isRepeated = changes.changed.size + changes.removed.size === 0 && isSameJson(own?.fieldsV1, next.fieldsV1);
  return inOrder([...others, own && isRepeated ? own : next]);
}

function toEntry(change: Change, operation: Operation, fields: FieldSet): ManagedFieldsEntry {
  return {
    manager: change.manager,
    operation,
    apiVersion: change.apiVersion,
    time: change.time,
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(fields),
    ...(change.subresource !== undefined && { subresource: change.subresource }),
  };
}

/** Removes fields from the entries of other owners. */
function without(entries: readonly ManagedFieldsEntry[], { changed, removed }: FieldChanges): ManagedFieldsEntry[] {
  return entries.flatMap((entry) => {
    const isTaken = (path: string) => hasField(entry.fieldsV1, path);
    if (![...changed, ...removed].some(isTaken)) return [entry];
    const left = fromFieldsV1(entry.fieldsV1).difference(changed).difference(removed);
    return left.size === 0 ? [] : [{ ...entry, fieldsV1: toFieldsV1(left) }];
  });
}

/** Sorts entries as a real server does: applies first, then by age and name. */
function inOrder(entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry[] {
  const keys = ({ operation, time, manager, apiVersion, subresource = '' }: ManagedFieldsEntry) =>
    [operation, time, manager, apiVersion, subresource].join('\u0000');
  return entries.toSorted((left, right) => (keys(left) < keys(right) ? -1 : 1));
}

const fieldsV1: z.ZodType<Record<string, unknown>> = z.record(
  z.string().refine(isElement),
  z.lazy(() => fieldsV1),
);

const entries = z.array(
  z.object({
    manager: z.string().default(''),
    operation: z.enum(['Apply', 'Update']),
    apiVersion: z.string().min(1),
    time: z.string().default(''),
    fieldsType: z.literal('FieldsV1'),
    fieldsV1: fieldsV1.default({}),
    subresource: z.string().min(1).exactOptional(),
  }),
);

function isElement(text: string): boolean {
  if (text === '.' || text.startsWith('f:')) return true;
  const key = parse(text.slice(2));
  return text.startsWith('k:') ? isObject(key) : text.startsWith('v:') && key !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The managed fields that an update starts from: the request's own if readable, else the object's. An empty list, or a
 * list
 * of one empty entry, ends tracking.
 */
export function givenEntries(given: unknown, current: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  if (!Array.isArray(given)) return current;
  const [first] = given as unknown[];
  if (given.length === 0 || (given.length === 1 && isObject(first) && Object.keys(first).length === 0)) return [];
  const read = entries.safeParse(given);
  return read.success ? read.data : current;
}
