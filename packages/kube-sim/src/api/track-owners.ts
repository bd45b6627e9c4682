import type { WriteOptions } from './write-options.ts';
import { compareFields } from '../apply/compare-fields.ts';
import { givenEntries, recordUpdate } from '../apply/managed-fields.ts';
import { objectTypeOf } from '../apply/object-type.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object/kube-object.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';

interface TrackedChange {
  /** Undefined where the object is new. */
  readonly current: KubeObject | undefined;
  readonly next: KubeObject;
  /** The managed fields that the request names. */
  readonly given: unknown;
}

/**
 * Who owns the fields of an object after a request, before the server adds anything of its own, which nobody owns. What
 * nobody tracks stays untracked until it is applied.
 */
export function trackOwners(
  { schemas, clock }: Pick<ClusterState, 'schemas' | 'clock'>,
  { definition, change }: { readonly definition: ResourceDefinition; readonly change: TrackedChange },
  { manager, subresource, managedFields }: WriteOptions,
): readonly ManagedFieldsEntry[] {
  if (managedFields) return managedFields;
  const { current, next, given } = change;
  const known = current?.metadata.managedFields ?? [];
  const entries = subresource === undefined ? givenEntries(given, known) : known;
  if (current && entries.length === 0) return [];
  const apiVersion = apiVersionOf(definition);
  const before = current ?? { apiVersion, kind: definition.kind };
  return recordUpdate(entries, compareFields(before, next, objectTypeOf(schemas, definition)), {
    manager,
    time: toTimestamp(clock.now()),
    apiVersion,
    ...(subresource !== undefined && { subresource }),
  });
}

/** The object with other managed fields. */
export function withOwners(object: KubeObject, managedFields: readonly ManagedFieldsEntry[]): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: { ...metadata, ...(managedFields.length > 0 && { managedFields: [...managedFields] }) },
  };
}
