import type { WriteOptions } from './write-options.ts';
import { compareFields } from '../apply/compare-fields.ts';
import { givenEntries, recordUpdate } from '../apply/managed-fields.ts';
import { objectTypeOf } from '../apply/object-type.ts';
import { toTimestamp } from '../clock/virtual-clock.ts';
import type { KubeObject, ManagedFieldsEntry } from '../object/kube-object.ts';
import { apiVersionOf, type ResourceDefinition } from '../resources/resource-definition.ts';
import type { ClusterState } from '../state/cluster-state.ts';

interface TrackedChange {
  /** Undefined for a new object. */
  readonly current: KubeObject | undefined;
  readonly next: KubeObject;
  /** The managed fields in the request. */
  readonly given: unknown;
}

/**
 * Computes the managed fields after a request, before the server adds fields of its own, which have no owner.
 * Untracked
 * objects stay untracked until their first apply.
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

/** Copies an object with other managed fields. */
export function withOwners(object: KubeObject, managedFields: readonly ManagedFieldsEntry[]): KubeObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: { ...metadata, ...(managedFields.length > 0 && { managedFields: [...managedFields] }) },
  };
}
