import { earliestDue } from '../../control-loop/earliest-due.ts';
import { asArray, asObject, asString, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodFinished, withCondition } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { isTolerated } from '../scheduling/node-rules.ts';

const component = 'taint-eviction-controller';

/** Evicts pods from nodes with NoExecute taints that they do not tolerate, or tolerate for a limited time. */
export function createTaintEvictionController(context: ControllerContext): Controller {
  const { store, clock, events } = context;
  /** First time that a pod was seen under a taint. */
  const seenAt = new Map<string, number>();

  /** @returns the time of the pod's eviction, if it is pending */
  function syncOne(pod: KubeObject, taints: readonly JsonObject[]): number | undefined {
    const dues = taints.map((taint) => dueOf(pod, taint)).filter(Number.isFinite);
    if (dues.length === 0) return undefined;
    const due = Math.min(...dues);
    if (clock.now() < due) return due;
    const { namespace, name } = pod.metadata;
    events.record(pod, {
      reason: 'TaintManagerEviction',
      message: `Marking for deletion Pod ${namespace}/${name}`,
      component,
    });
    const status = asObject(pod['status']);
    const condition = {
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'DeletionByTaintManager',
      message: 'Taint manager: deleting due to NoExecute taint',
    };
    const conditions = withCondition(asArray(status['conditions']).map(asObject), condition, context.timestamp());
    context.setStatus('/pods', pod, { ...status, conditions });
    context.remove('/pods', store.get('/pods', pod.metadata) ?? pod);
    return undefined;
  }

  /** The time at which a taint evicts a pod; never if it is tolerated without a limit. */
  function dueOf(pod: KubeObject, taint: JsonObject): number {
    const spec = asObject(pod['spec']);
    const key = `${pod.metadata.uid} ${asString(taint['key'])}`;
    const since = seenAt.get(key) ?? clock.now();
    seenAt.set(key, since);
    const fitting = asArray(spec['tolerations'])
      .map(asObject)
      .filter((toleration) => isTolerated({ tolerations: [toleration] }, taint));
    if (fitting.length === 0) return since;
    const seconds = fitting.map(({ tolerationSeconds }) => Number(tolerationSeconds ?? Number.POSITIVE_INFINITY));
    return since + 1000 * Math.min(...seconds);
  }

  return {
    name: 'taint-evictions',
    watches: ['/nodes', '/pods'],
    sync() {
      const tainted = new Map(
        store
          .list('/nodes')
          .map((node) => [node.metadata.name, forcingTaintsOf(node)] as const)
          .filter(([, taints]) => taints.length > 0),
      );
      if (tainted.size === 0) {
        seenAt.clear();
        return undefined;
      }
      return earliestDue(
        store
          .list('/pods')
          .filter((pod) => pod.metadata.deletionTimestamp === undefined && !isPodFinished(pod))
          .map((pod) => syncOne(pod, tainted.get(asString(asObject(pod['spec'])['nodeName'])) ?? [])),
      );
    },
  };
}

function forcingTaintsOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(spec)['taints'])
    .map(asObject)
    .filter(({ effect }) => effect === 'NoExecute');
}
