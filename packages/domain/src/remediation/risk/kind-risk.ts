import { kindOf, type KubeObject } from '../../cluster/object/kube-object.ts';
import { textAt } from '../../cluster/object/read-value.ts';

/** Formats the kind of an object as `group/kind`; `/Pod` for the core group. */
export function groupKindOf(object: KubeObject): string {
  const [, group = ''] = (textAt(object, 'apiVersion') ?? '').split('/').toReversed();
  return `${group}/${kindOf(object)}`;
}

const systemNamespaces: ReadonlySet<string> = new Set(['kube-system', 'kube-public', 'kube-node-lease']);

/** Checks whether a namespace holds components of the cluster itself. */
export function isSystemNamespace(namespace: string): boolean {
  return systemNamespaces.has(namespace);
}

const effects: Readonly<Record<string, string>> = {
  '/Secret': 'A Secret holds credentials.',
  '/ServiceAccount': 'A ServiceAccount carries permissions.',
  'rbac.authorization.k8s.io/Role': 'A Role grants permissions.',
  'rbac.authorization.k8s.io/RoleBinding': 'A RoleBinding grants permissions.',
  'rbac.authorization.k8s.io/ClusterRole': 'A ClusterRole grants permissions.',
  'rbac.authorization.k8s.io/ClusterRoleBinding': 'A ClusterRoleBinding grants permissions.',
  '/PersistentVolumeClaim': 'A PersistentVolumeClaim decides about stored data.',
  '/PersistentVolume': 'A PersistentVolume decides about stored data.',
  '/ResourceQuota': 'A ResourceQuota can keep pods of its namespace from starting.',
  '/LimitRange': 'A LimitRange can keep pods of its namespace from starting.',
  '/Service': 'A Service decides where traffic goes.',
  '/Endpoints': 'Endpoints decide where the traffic of a Service goes.',
  'discovery.k8s.io/EndpointSlice': 'An EndpointSlice decides where the traffic of a Service goes.',
  'networking.k8s.io/Ingress': 'An Ingress opens Services to traffic from outside.',
  'networking.k8s.io/NetworkPolicy': 'A NetworkPolicy decides which traffic pods may send and receive.',
  'autoscaling/HorizontalPodAutoscaler': 'A HorizontalPodAutoscaler sets the replicas of a workload.',
  'policy/PodDisruptionBudget': 'A PodDisruptionBudget can block evictions.',
  '/Pod': 'A Pod runs programs.',
  'apps/Deployment': 'A Deployment runs programs.',
  'apps/ReplicaSet': 'A ReplicaSet runs programs.',
  'apps/StatefulSet': 'A StatefulSet runs programs.',
  'apps/DaemonSet': 'A DaemonSet runs programs.',
  'batch/Job': 'A Job runs programs.',
  'batch/CronJob': 'A CronJob runs programs.',
};

/**
 * Describes the effect of objects of a kind in a sentence for a person; for an unknown kind, states that it
 * is unknown.
 */
export function effectOf(object: KubeObject): string {
  const kind = groupKindOf(object);
  return Object.hasOwn(effects, kind)
    ? (effects[kind] ?? '')
    : `The effects of ${kind.startsWith('/') ? kind.slice(1) : kind} are not known.`;
}
