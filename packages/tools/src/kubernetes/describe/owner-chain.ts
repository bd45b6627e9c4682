import { describeManager, type KubeObject, managedBy, type ObjectReference, ownerOf } from '@shipmate/domain/cluster';
import type { ApiResource } from '../api/api-resource.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { findCurrent } from '../dry-run/find-current.ts';
import type { Section } from './section.ts';

const maxOwners = 5;

/** Somebody who controls an object. */
export interface Owner {
  readonly reference: ObjectReference;
  /** Absent when its kind is not served. */
  readonly resource: ApiResource | undefined;
  /** Absent when it is gone. */
  readonly object: KubeObject | undefined;
}

/** Who controls an object, and who controls that, to the end. */
export async function findOwners(
  object: KubeObject,
  reader: ClusterReader,
  signal: AbortSignal,
): Promise<readonly Owner[]> {
  const catalog = await reader.catalog(signal);
  const owners: Owner[] = [];
  for (let next = ownerOf(object); next !== undefined && owners.length < maxOwners; ) {
    const resource = catalog.findKind(next);
    const { name, namespace } = next;
    const place = { name, namespace: resource?.namespaced ? namespace : undefined };
    const found = resource && (await findCurrent(resource, place, { reader, signal }));
    owners.push({ reference: next, resource, object: found });
    next = found && ownerOf(found);
  }
  return owners;
}

/** The same for people, and what manages it from outside the cluster. */
export async function describeOwners(object: KubeObject, reader: ClusterReader, signal: AbortSignal): Promise<Section> {
  const owners = await findOwners(object, reader, signal);
  const lines = owners.map(({ reference, resource, object: found }) => {
    const name = `${reference.kind}/${reference.name}`;
    if (resource === undefined) return `${name} (its kind is not served)`;
    return found === undefined ? `${name} (is gone)` : name;
  });
  const manager = managedBy(owners.findLast((owner) => owner.object)?.object ?? object);
  return {
    title: 'Controlled by',
    lines: [...lines, ...(manager === undefined ? [] : [`managed by ${describeManager(manager)}: change it there`])],
  };
}
