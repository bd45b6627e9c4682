import { AppError } from '@shipmate/core';
import { type ChangeTarget, type Dependant, findDependants } from '@shipmate/domain/cluster';
import { kindOf, type KubeObject, nameOf, namespaceOf, ownerOf } from '@shipmate/domain/cluster/object';
import type { ClusterReader } from '../api/cluster-reader.ts';
import { qualifiedNameOf } from '../api/api-resource.ts';
import type { Lookup } from '../change/resolve-change.ts';
import { resolveObject } from '../change/resolve-object.ts';
import { findOwners, type Owner } from '../describe/owner-chain.ts';

/** The owners and dependents of an object in the cluster. */
export interface Impact {
  readonly object: KubeObject;
  /** The controllers that would recreate it, the nearest first. */
  readonly owners: readonly Owner[];
  /** The dependents of the object, or of its topmost owner. */
  readonly dependants: readonly Dependant[];
  /** Pods that run on a Node; empty for other kinds. */
  readonly pods: readonly KubeObject[];
  /** Kinds that could not be read completely, and why. */
  readonly unread: readonly string[];
}

/** Kinds that depend on or refer to other objects. Objects that these create are omitted. */
const kinds = [
  'pods',
  'replicasets.apps',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'jobs.batch',
  'cronjobs.batch',
  'services',
  'ingresses.networking.k8s.io',
  'horizontalpodautoscalers.autoscaling',
  'poddisruptionbudgets.policy',
  'networkpolicies.networking.k8s.io',
  'persistentvolumeclaims',
  'rolebindings.rbac.authorization.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
];

/** Reads the objects affected when an object changes or is deleted. @throws AppError as `resolveObject` does */
export async function readImpact(target: ChangeTarget, lookup: Lookup): Promise<Impact> {
  const { reader, signal } = lookup;
  const object = await resolveObject(target, lookup);
  const owners = await findOwners(object, reader, signal);
  const top = owners.findLast((owner) => owner.object !== undefined)?.object ?? object;
  const catalog = await reader.catalog(signal);
  const lists = await Promise.all(kinds.map((kind) => readKind(kind, namespaceOf(object), lookup)));
  const candidates = lists.flatMap(({ items }) => items).filter((each) => ownerOf(each) === undefined);
  return {
    object,
    owners,
    dependants: findDependants(top, candidates, (resource) => catalog.find(resource)?.kind),
    pods: kindOf(object) === 'Node' ? await listPodsOn(nameOf(object), reader, signal) : [],
    unread: lists.flatMap(({ unread }) => unread),
  };
}

async function readKind(
  kind: string,
  namespace: string | undefined,
  { reader, signal }: Lookup,
): Promise<{ readonly items: readonly KubeObject[]; readonly unread: readonly string[] }> {
  const resource = (await reader.catalog(signal)).find(kind);
  if (resource === undefined) return { items: [], unread: [] };
  try {
    const place = resource.namespaced ? { namespace } : {};
    const { items, continueToken } = await reader.list(resource, place, signal);
    return { items, unread: continueToken === undefined ? [] : [`${kind}: more than ${items.length}`] };
  } catch (thrown) {
    if (!AppError.isInstance(thrown) || thrown.code !== 'EXTERNAL_API_ERROR') throw thrown;
    return { items: [], unread: [`${qualifiedNameOf(resource)}: ${thrown.message}`] };
  }
}

async function listPodsOn(node: string, reader: ClusterReader, signal: AbortSignal): Promise<readonly KubeObject[]> {
  const { items } = await reader.list(
    await reader.resolve('pods', signal),
    { fieldSelector: `spec.nodeName=${node}` },
    signal,
  );
  return items;
}
