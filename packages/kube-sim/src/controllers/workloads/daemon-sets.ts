import { templateGenerationOf } from '../../admission/template-generation.ts';
import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { partOf } from '../../object/part-of.ts';
import { hashSuffix } from '../../object/generated-names.ts';
import { controlledBy, podFromTemplate, type ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodReady } from '../../object/conditions.ts';
import type { Controller } from '../../control-loop/controller.ts';
import { fitsSelector, isTolerated } from '../scheduling/node-rules.ts';

const storage = 'apps/daemonsets';
const component = 'daemonset-controller';
const revisionLabel = 'controller-revision-hash';
const generationLabel = 'pod-template-generation';

/** Keeps one pod of a DaemonSet on every matching node. */
export function createDaemonSetController(context: ControllerContext): Controller {
  const { store, events } = context;

  function syncOne(set: KubeObject): void {
    if (set.metadata.deletionTimestamp !== undefined) return;
    const template = asObject(asObject(set['spec'])['template']);
    const hash = hashSuffix(template);
    const nodes = store.list('/nodes').filter((node) => isEligible(withTolerations(template['spec']), node));
    for (const pod of controlledBy(store, '/pods', set)) {
      const isStray = !nodes.some(({ metadata }) => metadata.name === nodeOf(pod));
      if (isStray) context.remove('/pods', pod);
    }
    replaceOutdated(set, { hash, nodes: nodes.length });
    const covered = new Set(
      store
        .list('/pods', set.metadata.namespace)
        .filter((pod) => pod.metadata.ownerReferences?.[0]?.uid === set.metadata.uid)
        .map(nodeOf),
    );
    for (const { metadata } of nodes.filter((node) => !covered.has(node.metadata.name))) {
      const generation = templateGenerationOf(set);
      const labels = { [revisionLabel]: hash, ...(generation !== undefined && { [generationLabel]: generation }) };
      const pod = podFromTemplate(set, template, { labels });
      pod['spec'] = { ...withTolerations(pod['spec']), nodeName: metadata.name };
      const created = context.tryCreate('/pods', pod, {
        owner: set,
        occurrence: { reason: 'FailedCreate', component },
      });
      if (created)
        events.record(set, { reason: 'SuccessfulCreate', message: `Created pod: ${created.metadata.name}`, component });
    }
    setStatus(set, nodes.length, hash);
  }

  /** Deletes pods of older templates: those not ready at once, the others within `maxUnavailable`. */
  function replaceOutdated(set: KubeObject, { hash, nodes }: { readonly hash: string; readonly nodes: number }): void {
    const { type, rollingUpdate } = asObject(asObject(set['spec'])['updateStrategy']);
    if (type === 'OnDelete') return;
    const pods = controlledBy(store, '/pods', set);
    const outdated = pods.filter((pod) => pod.metadata.labels?.[revisionLabel] !== hash);
    const working = outdated.filter(isPodReady);
    const allowed =
      partOf(asObject(rollingUpdate)['maxUnavailable'] ?? 1, nodes) - (nodes - pods.filter(isPodReady).length);
    const broken = outdated.filter((pod) => !isPodReady(pod));
    for (const pod of [...broken, ...working.slice(0, Math.max(0, allowed))]) context.remove('/pods', pod);
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

/** Tolerations added to daemon pods for the conditions of nodes. */
const tolerated = [
  ['not-ready', 'NoExecute'],
  ['unreachable', 'NoExecute'],
  ['not-ready', 'NoSchedule'],
  ['unreachable', 'NoSchedule'],
  ['disk-pressure', 'NoSchedule'],
  ['memory-pressure', 'NoSchedule'],
  ['pid-pressure', 'NoSchedule'],
  ['unschedulable', 'NoSchedule'],
] as const;

function withTolerations(given: unknown): JsonObject {
  const spec = asObject(given);
  const own = tolerated.map(([name, effect]) => ({ key: `node.kubernetes.io/${name}`, operator: 'Exists', effect }));
  return { ...spec, tolerations: [...asArray(spec['tolerations']), ...own] };
}
