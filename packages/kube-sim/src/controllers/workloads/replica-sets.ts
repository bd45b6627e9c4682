import { earliestDue } from '../../control-loop/earliest-due.ts';
import { asArray, asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { controlledBy, podFromTemplate, type ControllerContext } from '../../control-loop/controller-context.ts';
import { findCondition, isPodFinished, isPodReady, withCondition } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';

const storage = 'apps/replicasets';
const component = 'replicaset-controller';

/** Maintains the number of pods of ReplicaSets. */
export function createReplicaSetController(context: ControllerContext): Controller {
  const { store, clock } = context;

  function syncOne(set: KubeObject): number | undefined {
    const spec = asObject(set['spec']);
    const wanted = set.metadata.deletionTimestamp === undefined ? Number(spec['replicas'] ?? 1) : 0;
    let pods = controlledBy(store, '/pods', set).filter((pod) => !isPodFinished(pod));
    let isRefused = false;
    while (pods.length < wanted && !isRefused) {
      const created = context.tryCreate('/pods', podFromTemplate(set, asObject(spec['template'])), {
        owner: set,
        occurrence: { reason: 'FailedCreate', component },
      });
      if (created)
        context.events.record(set, {
          reason: 'SuccessfulCreate',
          message: `Created pod: ${created.metadata.name}`,
          component,
        });
      isRefused = created === undefined;
      pods = created ? [...pods, created] : pods;
    }
    if (pods.length > wanted) {
      for (const pod of byUsefulness(pods).slice(wanted)) {
        if (!context.remove('/pods', pod)) continue;
        context.events.record(set, {
          reason: 'SuccessfulDelete',
          message: `Deleted pod: ${pod.metadata.name}`,
          component,
        });
      }
      pods = controlledBy(store, '/pods', set).filter((pod) => !isPodFinished(pod));
    }
    const steadyAt = pods
      .filter(isPodReady)
      .map((pod) => readySince(pod) + 1000 * Number(spec['minReadySeconds'] ?? 0));
    const waiting = steadyAt.filter((time) => time > clock.now());
    setStatus(set, pods, { isRefused, available: steadyAt.length - waiting.length });
    return waiting.length > 0 ? Math.min(...waiting) : undefined;
  }

  function setStatus(
    set: KubeObject,
    pods: readonly KubeObject[],
    { isRefused, available }: { readonly isRefused: boolean; readonly available: number },
  ): void {
    const ready = pods.filter(isPodReady).length;
    const conditions = asArray(asObject(set['status'])['conditions'])
      .map(asObject)
      .filter(({ type }) => type !== 'ReplicaFailure');
    const failure = {
      type: 'ReplicaFailure',
      status: 'True',
      reason: 'FailedCreate',
      message: context.refusalOf(set) ?? '',
    };
    const all = isRefused ? withCondition(conditions, failure, context.timestamp()) : conditions;
    context.setStatus(storage, set, {
      replicas: pods.length,
      ...(pods.length > 0 && { fullyLabeledReplicas: pods.length }),
      ...(ready > 0 && { readyReplicas: ready }),
      ...(available > 0 && { availableReplicas: available }),
      observedGeneration: set.metadata.generation,
      ...(all.length > 0 && { conditions: all }),
    });
  }

  return {
    name: 'replica-sets',
    watches: [storage, '/pods'],
    sync() {
      return earliestDue(store.list(storage).map(syncOne));
    },
  };
}

function readySince(pod: KubeObject): number {
  return Date.parse(asString(findCondition(pod, 'Ready')?.['lastTransitionTime']));
}

/** Sorts pods by their priority for staying, highest first. */
function byUsefulness(pods: readonly KubeObject[]): readonly KubeObject[] {
  const rank = (pod: KubeObject) => (isPodReady(pod) ? 0 : asObject(pod['spec'])['nodeName'] === undefined ? 2 : 1);
  return pods.toSorted(
    (left, right) =>
      rank(left) - rank(right) || left.metadata.creationTimestamp.localeCompare(right.metadata.creationTimestamp),
  );
}
