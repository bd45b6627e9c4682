import type { ClusterState } from '../../state/cluster-state.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ObjectStore } from '../../store/object-store.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';

/** Deletes the dependents of deleted owners, as the propagation policy requires. */
export function createGarbageCollector(
  context: ControllerContext,
  { registry }: Pick<ClusterState, 'registry'>,
): Controller {
  const { store } = context;
  let lastDeletion = -1;

  function collect(): void {
    const storages = storagesOf(registry);
    const all = storages.flatMap((storage) => store.list(storage).map((object) => ({ storage, object })));
    const byUid = new Map(all.map((each) => [each.object.metadata.uid, each]));
    const dependents = Map.groupBy(
      all.flatMap((each) => (each.object.metadata.ownerReferences ?? []).map(({ uid }) => ({ uid, ...each }))),
      ({ uid }) => uid,
    );
    for (const { storage, object } of all) {
      const owners = object.metadata.ownerReferences ?? [];
      if (
        owners.length > 0 &&
        owners.every(({ uid }) => !byUid.has(uid)) &&
        object.metadata.deletionTimestamp === undefined
      ) {
        if (!context.remove(storage, object)) lastDeletion = -1;
      }
      finish(store, { storage, object }, dependents.get(object.metadata.uid) ?? []);
    }
  }

  function finish(
    objects: ObjectStore,
    { storage, object }: { readonly storage: string; readonly object: KubeObject },
    dependents: readonly { readonly storage: string; readonly object: KubeObject }[],
  ): void {
    const { finalizers = [], deletionTimestamp } = object.metadata;
    if (deletionTimestamp === undefined) return;
    const existing = dependents.filter((each) => objects.get(each.storage, each.object.metadata));
    if (finalizers.includes('orphan')) {
      for (const each of existing) {
        const references = each.object.metadata.ownerReferences?.filter(({ uid }) => uid !== object.metadata.uid) ?? [];
        objects.put(each.storage, {
          ...each.object,
          metadata: { ...each.object.metadata, ownerReferences: references },
        });
      }
    } else if (finalizers.includes('foregroundDeletion')) {
      for (const each of existing)
        if (each.object.metadata.deletionTimestamp === undefined && !context.remove(each.storage, each.object))
          lastDeletion = -1;
      if (existing.some((each) => objects.get(each.storage, each.object.metadata))) return;
    } else return;
    const rest = finalizers.filter((each) => each !== 'orphan' && each !== 'foregroundDeletion');
    const current = objects.get(storage, object.metadata);
    if (!current) return;
    if (rest.length === 0) objects.remove(storage, current);
    else objects.put(storage, { ...current, metadata: { ...current.metadata, finalizers: rest } });
  }

  return {
    name: 'garbage-collector',
    watches: storagesOf(registry),
    sync() {
      // Only deletions create garbage; most changes are none.
      const deletions = store.deletions();
      if (deletions !== lastDeletion) {
        lastDeletion = deletions;
        collect();
      }
      return undefined;
    },
  };
}

function storagesOf(registry: ResourceRegistry): readonly string[] {
  const all = registry.groupVersions().flatMap(({ resources }) => resources.map(({ storage }) => storage));
  return [...new Set(all)].filter((storage) => storage !== '/events');
}
