/** An API version that a Kubernetes release stopped serving. */
interface ApiDeprecation {
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** The first Kubernetes version in which it is deprecated. */
  readonly deprecatedIn: string;
  /** The first Kubernetes version that does not serve it. */
  readonly removedIn: string;
  readonly replacement?: string;
}

/** The entries of Kubernetes' deprecation guide. */
export const apiDeprecations: readonly ApiDeprecation[] = [
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['Deployment', 'DaemonSet', 'ReplicaSet'],
    deprecatedIn: '1.8',
    removedIn: '1.16',
    replacement: 'apps/v1',
  },
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['NetworkPolicy'],
    deprecatedIn: '1.9',
    removedIn: '1.16',
    replacement: 'networking.k8s.io/v1',
  },
  { apiVersion: 'extensions/v1beta1', kinds: ['PodSecurityPolicy'], deprecatedIn: '1.10', removedIn: '1.16' },
  {
    apiVersion: 'extensions/v1beta1',
    kinds: ['Ingress'],
    deprecatedIn: '1.14',
    removedIn: '1.22',
    replacement: 'networking.k8s.io/v1',
  },
  {
    apiVersion: 'apps/v1beta1',
    kinds: ['Deployment', 'StatefulSet'],
    deprecatedIn: '1.9',
    removedIn: '1.16',
    replacement: 'apps/v1',
  },
  {
    apiVersion: 'apps/v1beta2',
    kinds: ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'],
    deprecatedIn: '1.9',
    removedIn: '1.16',
    replacement: 'apps/v1',
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    deprecatedIn: '1.16',
    removedIn: '1.22',
    replacement: 'admissionregistration.k8s.io/v1',
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kinds: ['CustomResourceDefinition'],
    deprecatedIn: '1.16',
    removedIn: '1.22',
    replacement: 'apiextensions.k8s.io/v1',
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1beta1',
    kinds: ['APIService'],
    deprecatedIn: '1.19',
    removedIn: '1.22',
    replacement: 'apiregistration.k8s.io/v1',
  },
  {
    apiVersion: 'certificates.k8s.io/v1beta1',
    kinds: ['CertificateSigningRequest'],
    deprecatedIn: '1.19',
    removedIn: '1.22',
    replacement: 'certificates.k8s.io/v1',
  },
  {
    apiVersion: 'coordination.k8s.io/v1beta1',
    kinds: ['Lease'],
    deprecatedIn: '1.19',
    removedIn: '1.22',
    replacement: 'coordination.k8s.io/v1',
  },
  {
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['Ingress', 'IngressClass'],
    deprecatedIn: '1.19',
    removedIn: '1.22',
    replacement: 'networking.k8s.io/v1',
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1beta1',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    deprecatedIn: '1.17',
    removedIn: '1.22',
    replacement: 'rbac.authorization.k8s.io/v1',
  },
  {
    apiVersion: 'scheduling.k8s.io/v1beta1',
    kinds: ['PriorityClass'],
    deprecatedIn: '1.14',
    removedIn: '1.22',
    replacement: 'scheduling.k8s.io/v1',
  },
  {
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
    deprecatedIn: '1.19',
    removedIn: '1.22',
    replacement: 'storage.k8s.io/v1',
  },
  { apiVersion: 'batch/v1beta1', kinds: ['CronJob'], deprecatedIn: '1.21', removedIn: '1.25', replacement: 'batch/v1' },
  {
    apiVersion: 'discovery.k8s.io/v1beta1',
    kinds: ['EndpointSlice'],
    deprecatedIn: '1.21',
    removedIn: '1.25',
    replacement: 'discovery.k8s.io/v1',
  },
  {
    apiVersion: 'events.k8s.io/v1beta1',
    kinds: ['Event'],
    deprecatedIn: '1.19',
    removedIn: '1.25',
    replacement: 'events.k8s.io/v1',
  },
  {
    apiVersion: 'autoscaling/v2beta1',
    kinds: ['HorizontalPodAutoscaler'],
    deprecatedIn: '1.22',
    removedIn: '1.25',
    replacement: 'autoscaling/v2',
  },
  {
    apiVersion: 'autoscaling/v2beta2',
    kinds: ['HorizontalPodAutoscaler'],
    deprecatedIn: '1.23',
    removedIn: '1.26',
    replacement: 'autoscaling/v2',
  },
  {
    apiVersion: 'policy/v1beta1',
    kinds: ['PodDisruptionBudget'],
    deprecatedIn: '1.21',
    removedIn: '1.25',
    replacement: 'policy/v1',
  },
  { apiVersion: 'policy/v1beta1', kinds: ['PodSecurityPolicy'], deprecatedIn: '1.21', removedIn: '1.25' },
  {
    apiVersion: 'node.k8s.io/v1beta1',
    kinds: ['RuntimeClass'],
    deprecatedIn: '1.22',
    removedIn: '1.25',
    replacement: 'node.k8s.io/v1',
  },
  {
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIStorageCapacity'],
    deprecatedIn: '1.24',
    removedIn: '1.27',
    replacement: 'storage.k8s.io/v1',
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta1',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    deprecatedIn: '1.23',
    removedIn: '1.26',
    replacement: 'flowcontrol.apiserver.k8s.io/v1',
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    deprecatedIn: '1.26',
    removedIn: '1.29',
    replacement: 'flowcontrol.apiserver.k8s.io/v1',
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    kinds: ['FlowSchema', 'PriorityLevelConfiguration'],
    deprecatedIn: '1.29',
    removedIn: '1.32',
    replacement: 'flowcontrol.apiserver.k8s.io/v1',
  },
];
