import { asArray, asObject, asString } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import { minorOf, type KubernetesVersion } from '../../version/kubernetes-version.ts';
import { isPodFinished, withCondition, type ControllerContext } from '../controller-context.ts';
import type { Controller } from '../controller.ts';
import { viewCluster, type ClusterView } from './cluster-view.ts';
import { describeEarlyRefusal, describeRefusal } from './describe-refusal.ts';
import { createNodeJudge } from './judge-node.ts';
import { sumRequests, type Amounts } from './pod-requests.ts';

const component = 'default-scheduler';
const retryMs = 300_000;

/** Gives pods a node that has room for them and that they tolerate, or says why there is none. */
export function createScheduler(context: ControllerContext, version: KubernetesVersion): Controller {
  const { store, clock, events } = context;
  const minor = minorOf(version);
  // Each pod is weighed against every one that has a place, and stored objects are never changed in place.
  const requests = new WeakMap<KubeObject, Amounts>();

  function requestsOf(pod: KubeObject): Amounts {
    const known = requests.get(pod) ?? sumRequests(pod);
    requests.set(pod, known);
    return known;
  }

  function schedule(pod: KubeObject, view: ClusterView): void {
    const { nodes } = view;
    const claim = findClaimProblem(pod);
    if (claim !== undefined) return refuse(pod, describeEarlyRefusal(claim, { nodes: nodes.length, minor }));
    const obstacles = nodes.map(createNodeJudge(pod, view));
    const fitting = nodes.filter((_, index) => obstacles[index] === undefined);
    const [best] = fitting.toSorted((left, right) => view.podsOn(left).length - view.podsOn(right).length);
    const found = obstacles.filter((each) => each !== undefined);
    if (!best) return refuse(pod, describeRefusal(found, minor));
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
    });
  }

  function refuse(pod: KubeObject, message: string): void {
    const status = asObject(pod['status']);
    const condition = { type: 'PodScheduled', status: 'False', lastProbeTime: null, reason: 'Unschedulable', message };
    const before = asArray(status['conditions']).map(asObject);
    const known = before.find(({ type }) => type === 'PodScheduled');
    if (known?.['message'] === message) return;
    const conditions = withCondition(before, condition, context.timestamp());
    const next = { ...pod, status: { ...status, conditions } };
    context.replace('/pods', { current: pod, next, subresource: 'status', manager: 'kube-scheduler' });
    events.record(pod, { type: 'Warning', reason: 'FailedScheduling', message, component });
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
    watches: ['/pods', '/nodes', '/namespaces', '/persistentvolumeclaims', 'storage.k8s.io/storageclasses'],
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
      if (waiting.length === 0) return undefined;
      const view = viewCluster(store, requestsOf);
      for (const pod of waiting) schedule(pod, view);
      return clock.now() + retryMs;
    },
  };
}
