import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { hashSuffix } from '../../object/generated-names.ts';
import { controlledBy, podFromTemplate, type ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodReady } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'apps/statefulsets';
const component = 'statefulset-controller';
const revisionLabel = 'controller-revision-hash';

/** Maintains the numbered pods of StatefulSets and their claims, in order. */
export function createStatefulSetController(context: ControllerContext): Controller {
  const { store, events } = context;

  function syncOne(set: KubeObject): void {
    const spec = asObject(set['spec']);
    if (set.metadata.deletionTimestamp !== undefined) return;
    const wanted = Number(spec['replicas'] ?? 1);
    const revision = `${set.metadata.name}-${hashSuffix(spec['template'])}`;
    const all = store
      .list('/pods', set.metadata.namespace)
      .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === set.metadata.uid));
    const byOrdinal = new Map(all.map((pod) => [ordinalOf(pod), pod]));
    const isParallel = spec['podManagementPolicy'] === 'Parallel';
    for (let ordinal = 0; ordinal < wanted; ordinal += 1) {
      const pod = byOrdinal.get(ordinal);
      if (!pod && !create(set, { ordinal, revision })) break;
      if (!isParallel && !(pod && isPodReady(pod))) break;
    }
    const surplus = all.filter((pod) => ordinalOf(pod) >= wanted && pod.metadata.deletionTimestamp === undefined);
    const [last] = surplus.toSorted((left, right) => ordinalOf(right) - ordinalOf(left));
    if (last) remove(set, last);
    else if (asObject(spec['updateStrategy'])['type'] !== 'OnDelete') update(set, all, { wanted, revision });
    setStatus(set, revision);
  }

  /** Replaces the highest outdated pod once all pods above it are ready. */
  function update(
    set: KubeObject,
    pods: readonly KubeObject[],
    { wanted, revision }: { readonly wanted: number; readonly revision: string },
  ): void {
    const { partition } = asObject(asObject(asObject(set['spec'])['updateStrategy'])['rollingUpdate']);
    const descending = pods
      .filter((pod) => ordinalOf(pod) < wanted && ordinalOf(pod) >= Number(partition ?? 0))
      .toSorted((left, right) => ordinalOf(right) - ordinalOf(left));
    for (const pod of descending) {
      if (pod.metadata.labels?.[revisionLabel] !== revision) {
        if (pod.metadata.deletionTimestamp === undefined) remove(set, pod);
        return;
      }
      if (!isPodReady(pod)) return;
    }
  }

  function create(
    set: KubeObject,
    { ordinal, revision }: { readonly ordinal: number; readonly revision: string },
  ): boolean {
    const spec = asObject(set['spec']);
    const name = `${set.metadata.name}-${ordinal}`;
    const volumes: JsonObject[] = [];
    for (const claim of asArray(spec['volumeClaimTemplates']).map(asObject)) {
      const claimName = `${asString(asObject(claim['metadata'])['name'])}-${name}`;
      volumes.push({ name: asObject(claim['metadata'])['name'], persistentVolumeClaim: { claimName } });
      ensureClaim(set, claim, claimName);
    }
    const labels = {
      'apps.kubernetes.io/pod-index': String(ordinal),
      [revisionLabel]: revision,
      'statefulset.kubernetes.io/pod-name': name,
    };
    const pod = podFromTemplate(set, asObject(spec['template']), { name, labels });
    const podSpec = asObject(pod['spec']);
    podSpec['hostname'] = name;
    if (asString(spec['serviceName']) !== '') podSpec['subdomain'] = spec['serviceName'];
    podSpec['volumes'] = [...asArray(podSpec['volumes']), ...volumes];
    const created = context.tryCreate('/pods', pod, { owner: set, occurrence: { reason: 'FailedCreate', component } });
    if (created) {
      const message = `create Pod ${name} in StatefulSet ${set.metadata.name} successful`;
      events.record(set, { reason: 'SuccessfulCreate', message, component });
    }
    return created !== undefined;
  }

  function ensureClaim(set: KubeObject, template: JsonObject, name: string): void {
    const { namespace = '' } = set.metadata;
    if (store.get('/persistentvolumeclaims', { namespace, name })) return;
    const labels = asObject(asObject(asObject(set['spec'])['selector'])['matchLabels']);
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace, labels },
      spec: structuredClone(template['spec']),
    };
    context.tryCreate('/persistentvolumeclaims', claim, {
      owner: set,
      occurrence: { reason: 'FailedCreate', component },
    });
  }

  function remove(set: KubeObject, pod: KubeObject): void {
    context.remove('/pods', pod);
    const message = `delete Pod ${pod.metadata.name} in StatefulSet ${set.metadata.name} successful`;
    events.record(set, { reason: 'SuccessfulDelete', message, component });
  }

  function setStatus(set: KubeObject, revision: string): void {
    const pods = controlledBy(store, '/pods', set);
    const ready = pods.filter(isPodReady).length;
    const updated = pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === revision).length;
    const isDone = updated === Number(asObject(set['spec'])['replicas'] ?? 1) && ready === updated;
    const before = asObject(set['status']);
    context.setStatus(storage, set, {
      observedGeneration: set.metadata.generation,
      replicas: pods.length,
      readyReplicas: ready,
      availableReplicas: ready,
      currentReplicas: isDone ? updated : pods.length - updated,
      updatedReplicas: updated,
      currentRevision: isDone ? revision : (before['currentRevision'] ?? revision),
      updateRevision: revision,
      collisionCount: 0,
    });
  }

  return {
    name: 'stateful-sets',
    watches: [storage, '/pods'],
    sync() {
      for (const set of store.list(storage)) syncOne(set);
      return undefined;
    },
  };
}

function ordinalOf({ metadata }: KubeObject): number {
  return Number(/-(\d+)$/.exec(metadata.name)?.[1] ?? -1);
}
