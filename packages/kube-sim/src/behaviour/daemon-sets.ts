import { asArray, asObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { hashSuffix } from '../object/generated-names.ts';
import { controlledBy, isPodReady, podFromTemplate, type ControllerContext } from './controller-context.ts';
import type { Controller } from './controller.ts';
import { fitsSelector, isTolerated } from './scheduling/node-rules.ts';

const storage = 'apps/daemonsets';
const component = 'daemonset-controller';
const revisionLabel = 'controller-revision-hash';

/** Keeps one pod of a daemon set on every node that it fits. */
export function createDaemonSetController(context: ControllerContext): Controller {
  const { store, events } = context;

  function syncOne(set: KubeObject): void {
    if (set.metadata.deletionTimestamp !== undefined) return;
    const template = asObject(asObject(set['spec'])['template']);
    const hash = hashSuffix(template);
    const nodes = store.list('/nodes').filter((node) => isEligible(asObject(template['spec']), node));
    for (const pod of controlledBy(store, '/pods', set)) {
      const isStray = !nodes.some(({ metadata }) => metadata.name === nodeOf(pod));
      if (isStray || pod.metadata.labels?.[revisionLabel] !== hash) context.remove('/pods', pod);
    }
    const covered = new Set(
      store
        .list('/pods', set.metadata.namespace)
        .filter((pod) => pod.metadata.ownerReferences?.[0]?.uid === set.metadata.uid)
        .map(nodeOf),
    );
    for (const { metadata } of nodes.filter((node) => !covered.has(node.metadata.name))) {
      const pod = podFromTemplate(set, template, { labels: { [revisionLabel]: hash } });
      asObject(pod['spec'])['nodeName'] = metadata.name;
      const created = context.tryCreate('/pods', pod, {
        owner: set,
        occurrence: { reason: 'FailedCreate', component },
      });
      if (created)
        events.record(set, { reason: 'SuccessfulCreate', message: `Created pod: ${created.metadata.name}`, component });
    }
    setStatus(set, nodes.length, hash);
  }

  function setStatus(set: KubeObject, desired: number, hash: string): void {
    const pods = controlledBy(store, '/pods', set);
    const ready = pods.filter(isPodReady).length;
    context.setStatus(storage, set, {
      currentNumberScheduled: pods.length,
      desiredNumberScheduled: desired,
      numberAvailable: ready,
      numberMisscheduled: 0,
      numberReady: ready,
      ...(desired > ready && { numberUnavailable: desired - ready }),
      observedGeneration: set.metadata.generation,
      updatedNumberScheduled: pods.filter((pod) => pod.metadata.labels?.[revisionLabel] === hash).length,
    });
  }

  return {
    name: 'daemon-sets',
    watches: [storage, '/pods', '/nodes'],
    sync() {
      for (const set of store.list(storage)) syncOne(set);
      return undefined;
    },
  };
}

function nodeOf(pod: KubeObject): unknown {
  return asObject(pod['spec'])['nodeName'];
}

function isEligible(spec: Record<string, unknown>, node: KubeObject): boolean {
  const taints = asArray(asObject(node['spec'])['taints']).map(asObject);
  return (
    fitsSelector(spec, node) &&
    taints.every((taint) => taint['effect'] === 'PreferNoSchedule' || isTolerated(spec, taint))
  );
}
