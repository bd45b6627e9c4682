import type { Amounts } from './pod-requests.ts';
import { isPodFinished } from '../../object/conditions.ts';
import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** The scheduler's snapshot of the cluster. */
export interface ClusterView {
  readonly nodes: readonly KubeObject[];
  readonly namespaces: readonly KubeObject[];
  /** The pods that count against a node's capacity. */
  readonly podsOn: (node: KubeObject) => readonly KubeObject[];
  /** Pods on all nodes. */
  readonly pods: readonly KubeObject[];
  /** Pods with anti-affinity. */
  readonly withAntiAffinity: readonly KubeObject[];
  readonly requestsOf: (pod: KubeObject) => Amounts;
  /** Adds a pod that was just bound. */
  readonly add: (pod: KubeObject) => void;
}

/** Takes a snapshot of a cluster. */
export function viewCluster(store: ObjectStore, requestsOf: ClusterView['requestsOf']): ClusterView {
  const pods: KubeObject[] = [];
  const withAntiAffinity: KubeObject[] = [];
  const byNode = new Map<unknown, KubeObject[]>();
  function add(pod: KubeObject): void {
    const { nodeName } = asObject(pod['spec']);
    pods.push(pod);
    if (antiAffinityOf(pod).length > 0) withAntiAffinity.push(pod);
    const there = byNode.get(nodeName);
    if (there) there.push(pod);
    else byNode.set(nodeName, [pod]);
  }
  for (const pod of store.list('/pods'))
    if (!isPodFinished(pod) && asObject(pod['spec'])['nodeName'] !== undefined) add(pod);
  return {
    nodes: store.list('/nodes'),
    namespaces: store.list('/namespaces'),
    podsOn: ({ metadata }) => byNode.get(metadata.name) ?? [],
    pods,
    withAntiAffinity,
    requestsOf,
    add,
  };
}

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** The required affinity terms of a pod. */
export function affinityOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(asObject(asObject(spec)['affinity'])['podAffinity'])[required]).map(asObject);
}

/** The required anti-affinity terms of a pod. */
export function antiAffinityOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(asObject(asObject(spec)['affinity'])['podAntiAffinity'])[required]).map(asObject);
}
