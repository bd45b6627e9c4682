import { allVerbs, type ResourceDefinition, type Subresource, type Verb } from './resource-definition.ts';

/** Optional properties of a row besides kind and plural. */
interface Row {
  readonly cluster?: true;
  readonly short?: string;
  readonly category?: string;
  readonly status?: true;
  readonly scale?: true;
  readonly verbs?: readonly Verb[];
  readonly storage?: string;
  readonly subresources?: readonly Subresource[];
}

type Rows = readonly (readonly [kind: string, plural: string, row?: Row])[];

const create: readonly Verb[] = ['create'];
const change: readonly Verb[] = ['get', 'patch', 'update'];
const connect: readonly Verb[] = ['create', 'get'];
const proxy: readonly Verb[] = ['create', 'delete', 'get', 'patch', 'update'];
const workload = { category: 'all', status: true } as const;
const extension = { cluster: true, category: 'api-extensions' } as const;

/** By group and version, in the order in which a real server lists them. */
const groups: readonly (readonly [group: string, version: string, rows: Rows])[] = [
  [
    '',
    'v1',
    [
      ['Binding', 'bindings', { verbs: create }],
      ['ComponentStatus', 'componentstatuses', { cluster: true, short: 'cs', verbs: ['get', 'list'] }],
      ['ConfigMap', 'configmaps', { short: 'cm' }],
      ['Endpoints', 'endpoints', { short: 'ep' }],
      ['Event', 'events', { short: 'ev' }],
      ['LimitRange', 'limitranges', { short: 'limits' }],
      [
        'Namespace',
        'namespaces',
        {
          cluster: true,
          short: 'ns',
          status: true,
          verbs: allVerbs.filter((verb) => verb !== 'deletecollection'),
          subresources: [{ name: 'finalize', kind: 'Namespace', verbs: ['update'] }],
        },
      ],
      [
        'Node',
        'nodes',
        {
          cluster: true,
          short: 'no',
          status: true,
          subresources: [{ name: 'proxy', kind: 'NodeProxyOptions', verbs: proxy }],
        },
      ],
      ['PersistentVolumeClaim', 'persistentvolumeclaims', { short: 'pvc', status: true }],
      ['PersistentVolume', 'persistentvolumes', { cluster: true, short: 'pv', status: true }],
      [
        'Pod',
        'pods',
        {
          ...workload,
          short: 'po',
          subresources: [
            { name: 'attach', kind: 'PodAttachOptions', verbs: connect },
            { name: 'binding', kind: 'Binding', verbs: create },
            { name: 'ephemeralcontainers', kind: 'Pod', verbs: change },
            {
              name: 'eviction',
              kind: 'Eviction',
              verbs: create,
              groupVersion: { group: 'policy', version: 'v1' },
            },
            { name: 'exec', kind: 'PodExecOptions', verbs: connect },
            { name: 'log', kind: 'Pod', verbs: ['get'] },
            { name: 'portforward', kind: 'PodPortForwardOptions', verbs: connect },
            { name: 'proxy', kind: 'PodProxyOptions', verbs: proxy },
            { name: 'resize', kind: 'Pod', verbs: change },
          ],
        },
      ],
      ['PodTemplate', 'podtemplates'],
      ['ReplicationController', 'replicationcontrollers', { ...workload, short: 'rc', scale: true }],
      ['ResourceQuota', 'resourcequotas', { short: 'quota', status: true }],
      ['Secret', 'secrets'],
      [
        'ServiceAccount',
        'serviceaccounts',
        {
          short: 'sa',
          subresources: [
            {
              name: 'token',
              kind: 'TokenRequest',
              verbs: create,
              groupVersion: { group: 'authentication.k8s.io', version: 'v1' },
            },
          ],
        },
      ],
      [
        'Service',
        'services',
        { ...workload, short: 'svc', subresources: [{ name: 'proxy', kind: 'ServiceProxyOptions', verbs: proxy }] },
      ],
    ],
  ],
  ['apiregistration.k8s.io', 'v1', [['APIService', 'apiservices', { ...extension, status: true }]]],
  [
    'apps',
    'v1',
    [
      ['ControllerRevision', 'controllerrevisions'],
      ['DaemonSet', 'daemonsets', { ...workload, short: 'ds' }],
      ['Deployment', 'deployments', { ...workload, short: 'deploy', scale: true }],
      ['ReplicaSet', 'replicasets', { ...workload, short: 'rs', scale: true }],
      ['StatefulSet', 'statefulsets', { ...workload, short: 'sts', scale: true }],
    ],
  ],
  ['events.k8s.io', 'v1', [['Event', 'events', { short: 'ev', storage: '/events' }]]],
  [
    'authentication.k8s.io',
    'v1',
    [
      ['SelfSubjectReview', 'selfsubjectreviews', { cluster: true, verbs: create }],
      ['TokenReview', 'tokenreviews', { cluster: true, verbs: create }],
    ],
  ],
  [
    'authorization.k8s.io',
    'v1',
    [
      ['LocalSubjectAccessReview', 'localsubjectaccessreviews', { verbs: create }],
      ['SelfSubjectAccessReview', 'selfsubjectaccessreviews', { cluster: true, verbs: create }],
      ['SelfSubjectRulesReview', 'selfsubjectrulesreviews', { cluster: true, verbs: create }],
      ['SubjectAccessReview', 'subjectaccessreviews', { cluster: true, verbs: create }],
    ],
  ],
  ['autoscaling', 'v2', [['HorizontalPodAutoscaler', 'horizontalpodautoscalers', { ...workload, short: 'hpa' }]]],
  ['autoscaling', 'v1', [['HorizontalPodAutoscaler', 'horizontalpodautoscalers', { ...workload, short: 'hpa' }]]],
  [
    'batch',
    'v1',
    [
      ['CronJob', 'cronjobs', { ...workload, short: 'cj' }],
      ['Job', 'jobs', workload],
    ],
  ],
  [
    'certificates.k8s.io',
    'v1',
    [
      [
        'CertificateSigningRequest',
        'certificatesigningrequests',
        {
          cluster: true,
          short: 'csr',
          status: true,
          subresources: [{ name: 'approval', kind: 'CertificateSigningRequest', verbs: change }],
        },
      ],
    ],
  ],
  [
    'networking.k8s.io',
    'v1',
    [
      ['IngressClass', 'ingressclasses', { cluster: true }],
      ['Ingress', 'ingresses', { short: 'ing', status: true }],
      ['IPAddress', 'ipaddresses', { cluster: true, short: 'ip' }],
      ['NetworkPolicy', 'networkpolicies', { short: 'netpol' }],
      ['ServiceCIDR', 'servicecidrs', { cluster: true, status: true }],
    ],
  ],
  ['policy', 'v1', [['PodDisruptionBudget', 'poddisruptionbudgets', { short: 'pdb', status: true }]]],
  [
    'rbac.authorization.k8s.io',
    'v1',
    [
      ['ClusterRoleBinding', 'clusterrolebindings', { cluster: true }],
      ['ClusterRole', 'clusterroles', { cluster: true }],
      ['RoleBinding', 'rolebindings'],
      ['Role', 'roles'],
    ],
  ],
  [
    'storage.k8s.io',
    'v1',
    [
      ['CSIDriver', 'csidrivers', { cluster: true }],
      ['CSINode', 'csinodes', { cluster: true }],
      ['CSIStorageCapacity', 'csistoragecapacities'],
      ['StorageClass', 'storageclasses', { cluster: true, short: 'sc' }],
      ['VolumeAttachment', 'volumeattachments', { cluster: true, status: true }],
      ['VolumeAttributesClass', 'volumeattributesclasses', { cluster: true, short: 'vac' }],
    ],
  ],
  [
    'admissionregistration.k8s.io',
    'v1',
    [
      ['MutatingWebhookConfiguration', 'mutatingwebhookconfigurations', extension],
      ['ValidatingAdmissionPolicy', 'validatingadmissionpolicies', { ...extension, status: true }],
      ['ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', extension],
      ['ValidatingWebhookConfiguration', 'validatingwebhookconfigurations', extension],
    ],
  ],
  [
    'apiextensions.k8s.io',
    'v1',
    [['CustomResourceDefinition', 'customresourcedefinitions', { ...extension, short: 'crd,crds', status: true }]],
  ],
  ['scheduling.k8s.io', 'v1', [['PriorityClass', 'priorityclasses', { cluster: true, short: 'pc' }]]],
  ['coordination.k8s.io', 'v1', [['Lease', 'leases']]],
  ['node.k8s.io', 'v1', [['RuntimeClass', 'runtimeclasses', { cluster: true }]]],
  ['discovery.k8s.io', 'v1', [['EndpointSlice', 'endpointslices']]],
  [
    'resource.k8s.io',
    'v1',
    [
      ['DeviceClass', 'deviceclasses', { cluster: true }],
      ['ResourceClaim', 'resourceclaims', { status: true }],
      ['ResourceClaimTemplate', 'resourceclaimtemplates'],
      ['ResourceSlice', 'resourceslices', { cluster: true }],
    ],
  ],
  [
    'flowcontrol.apiserver.k8s.io',
    'v1',
    [
      ['FlowSchema', 'flowschemas', { cluster: true, status: true }],
      ['PriorityLevelConfiguration', 'prioritylevelconfigurations', { cluster: true, status: true }],
    ],
  ],
];

const scaleSubresource: Subresource = {
  name: 'scale',
  kind: 'Scale',
  verbs: change,
  groupVersion: { group: 'autoscaling', version: 'v1' },
};

/** The resources of a new server. */
export const builtinResources: readonly ResourceDefinition[] = groups.flatMap(([group, version, rows]) =>
  rows.map(([kind, plural, row = {}]): ResourceDefinition => {
    const subresources = [...(row.subresources ?? [])];
    if (row.scale) subresources.push(scaleSubresource);
    if (row.status) subresources.push({ name: 'status', kind, verbs: change });
    return {
      group,
      version,
      kind,
      plural,
      singular: kind.toLowerCase(),
      namespaced: row.cluster !== true,
      shortNames: row.short?.split(',') ?? [],
      categories: row.category === undefined ? [] : [row.category],
      verbs: row.verbs ?? allVerbs,
      subresources: subresources.sort((left, right) => (left.name < right.name ? -1 : 1)),
      storage: row.storage ?? `${group}/${plural}`,
    };
  }),
);
