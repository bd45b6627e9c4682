/**
 * Objects of a kind that the rules read. A kind that appears more than once is the sum of its parts, which
 * have no object in common.
 */
export interface NeededKind {
  readonly kind: string;
  /** Kind as the resource catalogue resolves it. */
  readonly resource: string;
  /** `names` if the existence and the owner of an object are sufficient. */
  readonly detail: 'objects' | 'names';
  readonly fieldSelector?: string;
}

const objects = (kind: string, resource: string): NeededKind => ({ kind, resource, detail: 'objects' });
const names = (kind: string, resource: string): NeededKind => ({ kind, resource, detail: 'names' });

/**
 * The lists that the rules need from a cluster. If a list cannot be read, or is not served, only its problems
 * are not found.
 */
export const neededKinds: readonly NeededKind[] = [
  objects('Pod', 'pods'),
  { ...objects('Event', 'events'), fieldSelector: 'type=Warning' },
  // The cause of a pending claim is an event of type Normal.
  { ...objects('Event', 'events'), fieldSelector: 'type!=Warning,involvedObject.kind=PersistentVolumeClaim' },
  objects('Node', 'nodes'),
  objects('Namespace', 'namespaces'),
  objects('Deployment', 'deployments.apps'),
  objects('StatefulSet', 'statefulsets.apps'),
  objects('DaemonSet', 'daemonsets.apps'),
  names('ReplicaSet', 'replicasets.apps'),
  objects('Job', 'jobs.batch'),
  objects('CronJob', 'cronjobs.batch'),
  objects('Service', 'services'),
  objects('EndpointSlice', 'endpointslices.discovery.k8s.io'),
  objects('Ingress', 'ingresses.networking.k8s.io'),
  names('IngressClass', 'ingressclasses.networking.k8s.io'),
  objects('NetworkPolicy', 'networkpolicies.networking.k8s.io'),
  objects('PersistentVolumeClaim', 'persistentvolumeclaims'),
  objects('StorageClass', 'storageclasses.storage.k8s.io'),
  objects('HorizontalPodAutoscaler', 'horizontalpodautoscalers.autoscaling'),
  objects('PodDisruptionBudget', 'poddisruptionbudgets.policy'),
  objects('ResourceQuota', 'resourcequotas'),
  names('ConfigMap', 'configmaps'),
  { ...names('Secret', 'secrets'), fieldSelector: 'type!=kubernetes.io/tls' },
  { ...objects('Secret', 'secrets'), fieldSelector: 'type=kubernetes.io/tls' },
  names('ServiceAccount', 'serviceaccounts'),
  names('PriorityClass', 'priorityclasses.scheduling.k8s.io'),
  names('Role', 'roles.rbac.authorization.k8s.io'),
  names('ClusterRole', 'clusterroles.rbac.authorization.k8s.io'),
  objects('RoleBinding', 'rolebindings.rbac.authorization.k8s.io'),
  objects('ClusterRoleBinding', 'clusterrolebindings.rbac.authorization.k8s.io'),
  objects('ValidatingWebhookConfiguration', 'validatingwebhookconfigurations.admissionregistration.k8s.io'),
  objects('MutatingWebhookConfiguration', 'mutatingwebhookconfigurations.admissionregistration.k8s.io'),
  objects('Certificate', 'certificates.cert-manager.io'),
  objects('APIService', 'apiservices.apiregistration.k8s.io'),
];
