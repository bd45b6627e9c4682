import {
  describeManager,
  type KubeObject,
  managedBy,
  type ObjectReference,
  ownerOf,
} from '@shipmate/domain/cluster/object';
import type { ApiResource } from '../api/api-resource.ts';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { findCurrent } from '../get/find-current.ts';
import { type DeclarationSearch, findDeclarations } from './declarations.ts';
import type { Section } from './section.ts';

const maxOwners = 5;

interface Surroundings {
  readonly reader: ClusterReader;
  readonly signal: AbortSignal;
  readonly declarations: DeclarationSearch;
}

/** The controller of an object. */
export interface Owner {
  readonly reference: ObjectReference;
  /** Absent when the cluster does not serve its kind. */
  readonly resource: ApiResource | undefined;
  /** Absent when the object no longer exists. */
  readonly object: KubeObject | undefined;
}

/** Returns the controller of an object, its controller, and so on up to the root. */
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

/** Describes the owners of an object, the tool that manages it from outside the cluster, and the files that declare it. */
export async function describeOwners(
  object: KubeObject,
  { reader, signal, declarations }: Surroundings,
): Promise<Section> {
  const owners = await findOwners(object, reader, signal);
  const lines = owners.map(({ reference, resource, object: found }) => {
    const name = `${reference.kind}/${reference.name}`;
    if (resource === undefined) return `${name} (its kind is not served)`;
    return found === undefined ? `${name} (is gone)` : name;
  });
  const root = owners.findLast((owner) => owner.object)?.object ?? object;
  const manager = managedBy(root);
  return {
    title: 'Controlled by',
    lines: [
      ...lines,
      ...(manager === undefined ? [] : [`managed by ${describeManager(manager)}: change it there`]),
      ...(await findDeclarations(root, declarations)),
    ],
  };
}
