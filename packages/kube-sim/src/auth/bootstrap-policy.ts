import type { JsonObject } from '../object/json-value.ts';

const apiVersion = 'rbac.authorization.k8s.io/v1';
const readVerbs = ['get', 'list', 'watch'];
const writeVerbs = ['create', 'delete', 'deletecollection', 'patch', 'update'];

interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const viewable: readonly Rule[] = [
  {
    apiGroups: [''],
    resources: [
      'bindings',
      'configmaps',
      'endpoints',
      'events',
      'limitranges',
      'namespaces',
      'namespaces/status',
      'persistentvolumeclaims',
      'persistentvolumeclaims/status',
      'pods',
      'pods/log',
      'pods/status',
      'replicationcontrollers',
      'replicationcontrollers/scale',
      'replicationcontrollers/status',
      'resourcequotas',
      'resourcequotas/status',
      'serviceaccounts',
      'services',
      'services/status',
    ],
    verbs: readVerbs,
  },
  { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: readVerbs },
  {
    apiGroups: ['apps'],
    resources: [
      'controllerrevisions',
      'daemonsets',
      'daemonsets/status',
      'deployments',
      'deployments/scale',
      'deployments/status',
      'replicasets',
      'replicasets/scale',
      'replicasets/status',
      'statefulsets',
      'statefulsets/scale',
      'statefulsets/status',
    ],
    verbs: readVerbs,
  },
  {
    apiGroups: ['autoscaling'],
    resources: ['horizontalpodautoscalers', 'horizontalpodautoscalers/status'],
    verbs: readVerbs,
  },
  { apiGroups: ['batch'], resources: ['cronjobs', 'cronjobs/status', 'jobs', 'jobs/status'], verbs: readVerbs },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets', 'poddisruptionbudgets/status'], verbs: readVerbs },
  {
    apiGroups: ['networking.k8s.io'],
    resources: ['ingresses', 'ingresses/status', 'networkpolicies'],
    verbs: readVerbs,
  },
];

const editable: readonly Rule[] = [
  { apiGroups: [''], resources: ['secrets'], verbs: readVerbs },
  {
    apiGroups: [''],
    resources: [
      'configmaps',
      'endpoints',
      'events',
      'persistentvolumeclaims',
      'pods',
      'pods/attach',
      'pods/eviction',
      'pods/exec',
      'pods/portforward',
      'pods/proxy',
      'replicationcontrollers',
      'replicationcontrollers/scale',
      'secrets',
      'serviceaccounts',
      'serviceaccounts/token',
      'services',
      'services/proxy',
    ],
    verbs: writeVerbs,
  },
  {
    apiGroups: ['apps'],
    resources: [
      'daemonsets',
      'deployments',
      'deployments/rollback',
      'deployments/scale',
      'replicasets',
      'replicasets/scale',
      'statefulsets',
      'statefulsets/scale',
    ],
    verbs: writeVerbs,
  },
  { apiGroups: ['autoscaling'], resources: ['horizontalpodautoscalers'], verbs: writeVerbs },
  { apiGroups: ['batch'], resources: ['cronjobs', 'jobs'], verbs: writeVerbs },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: writeVerbs },
  { apiGroups: ['networking.k8s.io'], resources: ['ingresses', 'networkpolicies'], verbs: writeVerbs },
];

const administrable: readonly Rule[] = [
  { apiGroups: ['authorization.k8s.io'], resources: ['localsubjectaccessreviews'], verbs: ['create'] },
  {
    apiGroups: ['rbac.authorization.k8s.io'],
    resources: ['rolebindings', 'roles'],
    verbs: [...writeVerbs, ...readVerbs],
  },
];

const discoveryPaths = [
  '/api',
  '/api/*',
  '/apis',
  '/apis/*',
  '/healthz',
  '/livez',
  '/openapi',
  '/openapi/*',
  '/readyz',
  '/version',
  '/version/',
];
const publicPaths = ['/healthz', '/livez', '/readyz', '/version', '/version/'];

const roles: Readonly<Record<string, readonly Rule[]>> = {
  'cluster-admin': [
    { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
    { nonResourceURLs: ['*'], verbs: ['*'] },
  ],
  admin: [...viewable, ...editable, ...administrable],
  edit: [...viewable, ...editable],
  view: viewable,
  'system:basic-user': [
    {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
    { apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'], verbs: ['create'] },
  ],
  'system:discovery': [{ nonResourceURLs: discoveryPaths, verbs: ['get'] }],
  'system:service-account-issuer-discovery': [{ nonResourceURLs: ['/.well-known', '/.well-known/*'], verbs: ['get'] }],
  'system:public-info-viewer': [{ nonResourceURLs: publicPaths, verbs: ['get'] }],
};

const bindings: Readonly<Record<string, readonly string[]>> = {
  'cluster-admin': ['system:masters'],
  'system:basic-user': ['system:authenticated'],
  'system:discovery': ['system:authenticated'],
  'system:service-account-issuer-discovery': ['system:authenticated'],
  'system:public-info-viewer': ['system:authenticated', 'system:unauthenticated'],
};

const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults' };

/** The default roles and bindings of every cluster. */
export function bootstrapPolicy(): readonly JsonObject[] {
  return [
    ...Object.entries(roles).map(([name, rules]) => ({
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name, labels },
      rules,
    })),
    ...Object.entries(bindings).map(([name, groups]) => ({
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name, labels },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
      subjects: groups.map((group) => ({ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: group })),
    })),
  ];
}
