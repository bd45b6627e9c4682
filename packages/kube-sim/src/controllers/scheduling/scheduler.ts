import type { Controller } from '../../control-loop/controller.ts';
import type { ControllerContext } from '../../control-loop/controller-context.ts';
import { isPodFinished, withCondition } from '../../object/conditions.ts';
import { asArray, asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { type KubernetesVersion, minorOf } from '../../version/kubernetes-version.ts';
import { fitsClaim, noProvisioner, selectedNodeAnnotation } from '../storage/volumes.ts';
import { type ClusterView, viewCluster } from './cluster-view.ts';
import { createNodeFilter } from './node-filter.ts';
import { fitsSelector, type NodeRejection } from './node-rules.ts';
import { type Amounts, sumRequests } from './pod-requests.ts';

const component = 'default-scheduler';
const retryMs = 300_000;

/** Binds pending pods to nodes with room that they tolerate, or reports why no node satisfies them. */
export function createScheduler(context: ControllerContext, version: KubernetesVersion): Controller {
  const { store, clock, events } = context;
  const minor = minorOf(version);
  // Each pod is compared with every bound pod; stored objects are immutable, so their requests are cached.
  const requests = new WeakMap<KubeObject, Amounts>();
  const claims = createClaimBinder(context);
  /** The last attempt for each unschedulable pod, by uid. */
  const attempts = new Map<string, { readonly message: string; readonly at: number }>();

  function requestsOf(pod: KubeObject): Amounts {
    const known = requests.get(pod) ?? sumRequests(pod);
    requests.set(pod, known);
    return known;
  }

  function schedule(pod: KubeObject, view: ClusterView): void {
    const { nodes } = view;
    const claim = claims.findEarlyProblem(pod);
    if (claim !== undefined) return markUnschedulable(pod, describeEarlyFailure(claim, { nodes: nodes.length, minor }));
    const filterByClaims = claims.createClaimFilter(pod);
    const filterNode = createNodeFilter(pod, view, minor);
    const rejections = nodes.map((node) => filterNode(node) ?? filterByClaims(node));
    const fitting = nodes.filter((_, index) => rejections[index] === undefined);
    const [best] = fitting.toSorted((left, right) => view.podsOn(left).length - view.podsOn(right).length);
    const found = rejections.filter((each) => each !== undefined);
    if (!best) return markUnschedulable(pod, describeUnschedulable(found, minor));
    // The pod is bound after the volume controller has bound its claims.
    if (claims.selectNode(pod, best)) return;
    attempts.delete(pod.metadata.uid);
    const condition = { type: 'PodScheduled', status: 'True', lastProbeTime: null };
    const status = asObject(pod['status']);
    const conditions = withCondition(asArray(status['conditions']).map(asObject), condition, context.timestamp());
    const bound = store.put('/pods', {
      ...pod,
      spec: { ...asObject(pod['spec']), nodeName: best.metadata.name },
      status: { ...status, conditions },
    });
    view.add(bound);
    const { namespace, name } = pod.metadata;
    events.record(pod, {
      reason: 'Scheduled',
      message: `Successfully assigned ${namespace}/${name} to ${best.metadata.name}`,
      component,
      action: 'Binding',
    });
  }

  function markUnschedulable(pod: KubeObject, message: string): void {
    const status = asObject(pod['status']);
    const condition = { type: 'PodScheduled', status: 'False', lastProbeTime: null, reason: 'Unschedulable', message };
    const before = asArray(status['conditions']).map(asObject);
    const last = attempts.get(pod.metadata.uid);
    if (last?.message === message && clock.now() < last.at + retryMs) return;
    attempts.set(pod.metadata.uid, { message, at: clock.now() });
    const conditions = withCondition(before, condition, context.timestamp());
    const next = { ...pod, status: { ...status, conditions } };
    context.replace('/pods', { current: pod, next, subresource: 'status', manager: 'kube-scheduler' });
    events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message, component, action: 'Scheduling' });
  }

  return {
    name: 'scheduler',
    watches: [
      '/pods',
      '/nodes',
      '/namespaces',
      '/persistentvolumeclaims',
      '/persistentvolumes',
      'storage.k8s.io/storageclasses',
    ],
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
      const uids = new Set(waiting.map(({ metadata }) => metadata.uid));
      for (const uid of attempts.keys()) if (!uids.has(uid)) attempts.delete(uid);
      if (waiting.length === 0) return undefined;
      const view = viewCluster(store, requestsOf);
      for (const pod of waiting) schedule(pod, view);
      return attempts.size > 0 ? Math.min(...[...attempts.values()].map(({ at }) => at)) + retryMs : undefined;
    },
  };
}

/** Creates the scheduler's part of claim binding: it selects the node for which a volume is bound or provisioned. */
function createClaimBinder(context: ControllerContext) {
  const { store } = context;

  function unboundClaims(pod: KubeObject): readonly KubeObject[] {
    const { namespace = '' } = pod.metadata;
    return asArray(asObject(pod['spec'])['volumes']).flatMap((volume) => {
      const name = asString(asObject(asObject(volume)['persistentVolumeClaim'])['claimName']);
      const claim = name === '' ? undefined : store.get('/persistentvolumeclaims', { namespace, name });
      return claim && asObject(claim['status'])['phase'] !== 'Bound' ? [claim] : [];
    });
  }

  const classOf = (claim: KubeObject) =>
    store.get('storage.k8s.io/storageclasses', { name: asString(asObject(claim['spec'])['storageClassName']) });

  return {
    /** Finds a claim that rules out every node: missing, lost, or unbound with immediate binding. */
    findEarlyProblem(pod: KubeObject): string | undefined {
      const { namespace = '' } = pod.metadata;
      for (const volume of asArray(asObject(pod['spec'])['volumes'])) {
        const name = asObject(asObject(volume)['persistentVolumeClaim'])['claimName'];
        if (typeof name === 'string' && !store.get('/persistentvolumeclaims', { namespace, name }))
          return `persistentvolumeclaim "${name}" not found`;
      }
      const isImmediate = (claim: KubeObject) => classOf(claim)?.['volumeBindingMode'] !== 'WaitForFirstConsumer';
      return unboundClaims(pod).some(isImmediate) ? 'pod has unbound immediate PersistentVolumeClaims' : undefined;
    },
    /** Creates the filter of nodes by the volumes available there to the pod's unbound claims. */
    createClaimFilter(pod: KubeObject): (node: KubeObject) => NodeRejection | undefined {
      const claims = unboundClaims(pod).filter((claim) => classOf(claim)?.['provisioner'] === noProvisioner);
      const volumes = claims.length === 0 ? [] : store.list('/persistentvolumes');
      return (node) => {
        const isShort = claims.some(
          (claim) => !volumes.some((each) => isReachable(each, node) && fitsClaim(claim, each)),
        );
        if (!isShort) return undefined;
        return { reasons: ["node(s) didn't find available persistent volumes to bind"], isPreemptable: false };
      };
    },
    /** Annotates the pod's unbound claims with the selected node. @returns false if there are none */
    selectNode(pod: KubeObject, { metadata: { name } }: KubeObject): boolean {
      const claims = unboundClaims(pod);
      for (const claim of claims) {
        const annotations = { ...claim.metadata.annotations, [selectedNodeAnnotation]: name };
        const next = { ...claim, metadata: { ...claim.metadata, annotations } };
        context.replace('/persistentvolumeclaims', { current: claim, next, manager: 'kube-scheduler' });
      }
      return claims.length > 0;
    },
  };
}

function isReachable(volume: KubeObject, node: KubeObject): boolean {
  const nodeAffinity = asObject(asObject(volume['spec'])['nodeAffinity']);
  const required = { requiredDuringSchedulingIgnoredDuringExecution: nodeAffinity['required'] };
  return fitsSelector({ affinity: { nodeAffinity: required } }, node);
}

const preemptions = {
  victims: 'No preemption victims found for incoming pod',
  unresolvable: 'Preemption is not helpful for scheduling',
} as const;

/** Words the reasons why no node satisfies a pod; from 1.34 on, schedulers also count device claims to preempt. */
export function describeUnschedulable(rejections: readonly NodeRejection[], minor: number): string {
  if (rejections.length === 0) return 'no nodes available to schedule pods';
  const reasons = countReasons(rejections.flatMap((each) => each.reasons));
  const preemption = countReasons(
    rejections.map(({ isPreemptable }) => (isPreemptable ? preemptions.victims : preemptions.unresolvable)),
  );
  const devices = minor >= 34 ? ' no new claims to deallocate,' : '';
  const available = `0/${rejections.length} nodes are available:`;
  return `${available} ${reasons}.${devices} preemption: ${available} ${preemption}.`;
}

/** Words the reason why a pod cannot be scheduled before any node is evaluated. */
export function describeEarlyFailure(reason: string, { nodes, minor }: { nodes: number; minor: number }): string {
  const available = `0/${nodes} nodes are available:`;
  const preemption = minor >= 34 ? ' not found' : ` preemption: ${available} ${nodes} ${preemptions.unresolvable}.`;
  return `${available} ${reason}.${preemption}`;
}

function countReasons(texts: readonly string[]): string {
  return [...Map.groupBy(texts, (text) => text)]
    .map(([text, each]) => `${each.length} ${text}`)
    .sort()
    .join(', ');
}
