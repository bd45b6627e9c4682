import { asArray, asObject, asString, type JsonObject } from '../object/json-value.ts';
import type { KubeObject } from '../object/kube-object.ts';
import { parseQuantity } from '../object/quantity.ts';
import { toLabelTest } from '../selectors/label-selector.ts';
import { isPodFinished, withCondition, type ControllerContext } from './controller-context.ts';
import type { Controller } from './controller.ts';

const component = 'default-scheduler';
const retryMs = 300_000;

/** Gives pods a node that has room for them and that they tolerate, or says why there is none. */
export function createScheduler(context: ControllerContext): Controller {
  const { store, clock, events } = context;
  // Each pod is weighed against every one that has a place, and stored objects are never changed in place.
  const requests = new WeakMap<KubeObject, Readonly<Record<string, number>>>();

  function requestsOf(pod: KubeObject): Readonly<Record<string, number>> {
    const known = requests.get(pod) ?? sumRequests(pod);
    requests.set(pod, known);
    return known;
  }

  function schedule(pod: KubeObject, placed: Placement): void {
    const nodes = store.list('/nodes');
    const claim = findClaimProblem(pod);
    const reasons =
      claim === undefined ? nodes.map((node) => judge(pod, node, placed.get(node.metadata.name) ?? [])) : [];
    const fitting = nodes.filter((_, index) => claim === undefined && reasons[index] === undefined);
    const [best] = fitting.toSorted((left, right) => countOn(placed, left) - countOn(placed, right));
    if (!best) {
      refuse(
        pod,
        describe(nodes.length, claim === undefined ? reasons.filter((reason) => reason !== undefined) : [claim]),
      );
      return;
    }
    const condition = { type: 'PodScheduled', status: 'True', lastProbeTime: null };
    const status = asObject(pod['status']);
    const conditions = withCondition(asArray(status['conditions']).map(asObject), condition, context.timestamp());
    store.put('/pods', {
      ...pod,
      spec: { ...asObject(pod['spec']), nodeName: best.metadata.name },
      status: { ...status, conditions },
    });
    placed.set(best.metadata.name, [...(placed.get(best.metadata.name) ?? []), pod]);
    const { namespace, name } = pod.metadata;
    events.record(pod, {
      reason: 'Scheduled',
      message: `Successfully assigned ${namespace}/${name} to ${best.metadata.name}`,
      component,
    });
  }

  function refuse(pod: KubeObject, message: string): void {
    const status = asObject(pod['status']);
    const condition = { type: 'PodScheduled', status: 'False', lastProbeTime: null, reason: 'Unschedulable', message };
    const before = asArray(status['conditions']).map(asObject);
    const known = before.find(({ type }) => type === 'PodScheduled');
    if (known?.['message'] === message) return;
    context.setStatus('/pods', pod, { ...status, conditions: withCondition(before, condition, context.timestamp()) });
    events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message, component });
  }

  /** Why a node does not do, in the scheduler's words. */
  function judge(pod: KubeObject, node: KubeObject, others: readonly KubeObject[]): string | undefined {
    const spec = asObject(pod['spec']);
    const nodeSpec = asObject(node['spec']);
    if (nodeSpec['unschedulable'] === true) return 'node(s) were unschedulable';
    const taint = asArray(nodeSpec['taints'])
      .map(asObject)
      .find((each) => each['effect'] !== 'PreferNoSchedule' && !isTolerated(spec, each));
    if (taint) return `node(s) had untolerated taint {${asString(taint['key'])}: ${asString(taint['value'])}}`;
    if (!fitsSelector(spec, node)) return "node(s) didn't match Pod's node affinity/selector";
    return findShortage(pod, node, others);
  }

  function findShortage(pod: KubeObject, node: KubeObject, others: readonly KubeObject[]): string | undefined {
    const allocatable = asObject(asObject(node['status'])['allocatable']);
    if (others.length + 1 > (parseQuantity(allocatable['pods']) ?? 110)) return 'Too many pods';
    for (const [name, wanted] of Object.entries(requestsOf(pod))) {
      const used = others.reduce((sum, each) => sum + (requestsOf(each)[name] ?? 0), 0);
      if (wanted > 0 && used + wanted > (parseQuantity(allocatable[name]) ?? 0)) return `Insufficient ${name}`;
    }
    return undefined;
  }

  function findClaimProblem(pod: KubeObject): string | undefined {
    const { namespace = '' } = pod.metadata;
    for (const volume of asArray(asObject(pod['spec'])['volumes']).map(asObject)) {
      const name = asObject(volume['persistentVolumeClaim'])['claimName'];
      if (typeof name !== 'string') continue;
      const claim = store.get('/persistentvolumeclaims', { namespace, name });
      if (!claim) return `persistentvolumeclaim "${name}" not found`;
      if (asObject(claim['status'])['phase'] === 'Bound') continue;
      const storageClass = store.get('storage.k8s.io/storageclasses', {
        name: asString(asObject(claim['spec'])['storageClassName']),
      });
      if (storageClass?.['volumeBindingMode'] !== 'WaitForFirstConsumer')
        return 'pod has unbound immediate PersistentVolumeClaims';
    }
    return undefined;
  }

  return {
    name: 'scheduler',
    watches: ['/pods', '/nodes', '/persistentvolumeclaims', 'storage.k8s.io/storageclasses'],
    sync() {
      const waiting = store
        .list('/pods')
        .filter(
          (pod) =>
            asObject(pod['spec'])['nodeName'] === undefined &&
            pod.metadata.deletionTimestamp === undefined &&
            !isPodFinished(pod),
        )
        .filter(
          (pod) =>
            asArray(asObject(pod['spec'])['schedulingGates']).length === 0 &&
            asObject(pod['spec'])['schedulerName'] === component,
        );
      const placed = waiting.length > 0 ? placementOf(store.list('/pods')) : new Map<unknown, KubeObject[]>();
      for (const pod of waiting) schedule(pod, placed);
      return waiting.length > 0 ? clock.now() + retryMs : undefined;
    },
  };
}

/** The pods that take room, by the name of their node. */
type Placement = Map<unknown, KubeObject[]>;

function placementOf(pods: readonly KubeObject[]): Placement {
  return Map.groupBy(
    pods.filter((pod) => !isPodFinished(pod)),
    (pod) => asObject(pod['spec'])['nodeName'],
  );
}

function countOn(placed: Placement, { metadata }: KubeObject): number {
  return placed.get(metadata.name)?.length ?? 0;
}

function describe(nodes: number, reasons: readonly string[]): string {
  const counts = Map.groupBy(reasons, (reason) => reason);
  const isClaim = reasons.length === 1 && /persistentvolumeclaim|PersistentVolumeClaims/.test(reasons[0] ?? '');
  const parts = [...counts].map(([reason, each]) => (isClaim ? reason : `${each.length} ${reason}`)).sort();
  const hint = isClaim
    ? 'not found'
    : `${parts.length > 0 ? 'No preemption victims found for incoming pod' : 'no nodes'}`;
  const preemption =
    isClaim || nodes === 0
      ? ''
      : ` preemption: 0/${nodes} nodes are available: ${nodes} ${isResource(reasons) ? hint : 'Preemption is not helpful for scheduling'}.`;
  return nodes === 0
    ? 'no nodes available to schedule pods'
    : `0/${nodes} nodes are available: ${parts.join(', ')}.${preemption}`;
}

function isResource(reasons: readonly string[]): boolean {
  return reasons.some((reason) => reason.startsWith('Insufficient') || reason === 'Too many pods');
}

/** What the containers of a pod ask for together. */
function sumRequests(pod: KubeObject): Readonly<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const container of asArray(asObject(pod['spec'])['containers'])) {
    for (const [name, value] of Object.entries(asObject(asObject(asObject(container)['resources'])['requests']))) {
      totals[name] = (totals[name] ?? 0) + (parseQuantity(value) ?? 0);
    }
  }
  return totals;
}

/** Whether a pod tolerates a taint. */
export function isTolerated(spec: JsonObject, taint: JsonObject): boolean {
  return asArray(spec['tolerations'])
    .map(asObject)
    .some(
      ({ key, operator, value, effect }) =>
        (effect === undefined || effect === '' || effect === taint['effect']) &&
        (operator === 'Exists'
          ? key === undefined || key === '' || key === taint['key']
          : key === taint['key'] && asString(value) === asString(taint['value'])),
    );
}

/** Whether a node has what a pod's selector and required affinity ask for. */
export function fitsSelector(spec: JsonObject, { metadata }: KubeObject): boolean {
  const labels = metadata.labels ?? {};
  const wanted = Object.entries(asObject(spec['nodeSelector']));
  if (!wanted.every(([name, value]) => labels[name] === value)) return false;
  const required = asObject(
    asObject(asObject(spec['affinity'])['nodeAffinity'])['requiredDuringSchedulingIgnoredDuringExecution'],
  );
  const terms = asArray(required['nodeSelectorTerms']).map(asObject);
  return terms.length === 0 || terms.some(({ matchExpressions }) => toLabelTest({ matchExpressions })(labels));
}
