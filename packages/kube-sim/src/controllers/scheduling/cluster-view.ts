import type { Amounts } from './pod-requests.ts';
import { isPodFinished } from '../../object/conditions.ts';
import { asArray, asObject, type JsonObject } from '../../object/json-value.ts';
import type { KubeObject } from '../../object/kube-object.ts';
import type { ObjectStore } from '../../store/object-store.ts';

/** What a scheduler looks at while it places the pods that wait. */
export interface ClusterView {
  readonly nodes: readonly KubeObject[];
  readonly namespaces: readonly KubeObject[];
  /** The pods that take room on a node. */
  readonly podsOn: (node: KubeObject) => readonly KubeObject[];
  /** Those of all nodes. */
  readonly pods: readonly KubeObject[];
  /** Those that keep others away. */
  readonly shunning: readonly KubeObject[];
  readonly requestsOf: (pod: KubeObject) => Amounts;
  /** Takes a pod in that has just got its node. */
  readonly add: (pod: KubeObject) => void;
}

/** Takes stock of a cluster. */
export function viewCluster(store: ObjectStore, requestsOf: ClusterView['requestsOf']): ClusterView {
  const pods: KubeObject[] = [];
  const shunning: KubeObject[] = [];
  const byNode = new Map<unknown, KubeObject[]>();
  function add(pod: KubeObject): void {
    const { nodeName } = asObject(pod['spec']);
    pods.push(pod);
    if (antiAffinityOf(pod).length > 0) shunning.push(pod);
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
    shunning,
    requestsOf,
    add,
  };
}

const required = 'requiredDuringSchedulingIgnoredDuringExecution';

/** What a pod must be near to. */
export function affinityOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(asObject(asObject(spec)['affinity'])['podAffinity'])[required]).map(asObject);
}

/** What a pod must be far from. */
export function antiAffinityOf({ spec }: KubeObject): readonly JsonObject[] {
  return asArray(asObject(asObject(asObject(spec)['affinity'])['podAntiAffinity'])[required]).map(asObject);
}
