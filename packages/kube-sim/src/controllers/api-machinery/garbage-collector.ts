import type { ControllerContext } from '../../control-loop/controller-context.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { earliestDue } from '../../control-loop/earliest-due.ts';
import { findEnding } from '../workloads/jobs.ts';
import { asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ResourceRegistry } from '../../resources/resource-registry.ts';
import type { ClusterState } from '../../state/cluster-state.ts';
import { eventLifetimeMs, lastSeenAt } from '../../state/event-recorder.ts';
import type { ObjectStore } from '../../store/object-store.ts';

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

const storage = 'batch/jobs';

/** Deletes finished jobs after their time to live. */
export function createFinishedJobController(context: ControllerContext): Controller {
  const { store, clock } = context;

  function syncOne(job: KubeObject): number | undefined {
    const { ttlSecondsAfterFinished } = asObject(job['spec']);
    const ending = findEnding(job);
    if (!ending || typeof ttlSecondsAfterFinished !== 'number') return undefined;
    if (job.metadata.deletionTimestamp !== undefined) return undefined;
    const until = Date.parse(asString(ending['lastTransitionTime'])) + 1000 * ttlSecondsAfterFinished;
    if (clock.now() < until) return until;
    context.remove(storage, job);
    return undefined;
  }

  return {
    name: 'finished-jobs',
    watches: [storage],
    sync() {
      return earliestDue(store.list(storage).map(syncOne));
    },
  };
}

/** Deletes events an hour after their last occurrence. */
export function createOldEventsController({ store, clock }: ControllerContext): Controller {
  return {
    name: 'old-events',
    watches: [],
    sync() {
      const oldest = clock.now() - eventLifetimeMs;
      for (const event of store.list('/events')) if (lastSeenAt(event) < oldest) store.remove('/events', event);
      return clock.now() + eventLifetimeMs / 12;
    },
  };
}
