import { parse } from 'yaml';
import { createCluster, type Cluster } from '../../src/index.ts';
import { sendRequest } from './send-request.ts';

/** Objects of the recorded cluster that no record shows as a whole. */
const fixtures = [
  ...['wire', 'wq', 'wl', 'wg', 'sessions', 'analytics', 'coupons', 'ledger', 'media', 'regional', 'thumbnails'].map(
    (name) => namespace(name),
  ),
  namespace('wr', {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  }),
  namespace('wb', {
    'pod-security.kubernetes.io/enforce': 'baseline',
    'pod-security.kubernetes.io/enforce-version': 'v1.30',
  }),
  namespace('ww', { 'pod-security.kubernetes.io/warn': 'restricted' }),
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'limited', namespace: 'wire' } },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'limited', namespace: 'wire' },
    rules: [
      { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['configmaps', 'pods', 'pods/log'] },
      {
        verbs: ['create', 'update', 'get'],
        apiGroups: ['rbac.authorization.k8s.io'],
        resources: ['roles', 'rolebindings'],
      },
      { verbs: ['get', 'patch'], apiGroups: ['apps'], resources: ['deployments'], resourceNames: ['web'] },
    ],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'limited', namespace: 'wire' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'limited' },
    subjects: [{ kind: 'ServiceAccount', name: 'limited', namespace: 'wire' }],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'second', namespace: 'wq' } },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'l', namespace: 'wl' },
    spec: {
      limits: [
        { type: 'Container', max: { memory: '64Mi' }, min: { cpu: '10m' } },
        { type: 'PersistentVolumeClaim', max: { storage: '1Gi' } },
      ],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'noendp', namespace: 'wire' },
    spec: { selector: { app: 'none' }, ports: [{ port: 443 }] },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'session-store', namespace: 'sessions' },
    spec: { minAvailable: 2, selector: { matchLabels: { app: 'session-store' } } },
  },
  ...['session-store-6d5858f4c8-k9nts', 'session-store-6d5858f4c8-x2x2x'].map((name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'sessions', labels: { app: 'session-store' } },
    spec: { containers: [{ name: 'main', image: 'busybox:1.35', command: ['sleep', '36000'] }] },
  })),
  ...['gone', 'plain'].map((name) => ({
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `v1.${name}.example.com` },
    spec: {
      service: { namespace: 'wire', name, port: 443 },
      group: `${name}.example.com`,
      version: 'v1',
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 10,
    },
  })),
];

function namespace(name: string, labels?: Readonly<Record<string, string>>) {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...(labels && { labels }) } };
}

/** Created last: its namespace exceeds it. */
const quota = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'q', namespace: 'wq' },
  spec: { hard: { configmaps: '1', pods: '1', 'requests.cpu': '100m' } },
};

/** Seconds until the cluster's node stops reporting. */
export const nodeFailsAfter = 20_000;

const lines = Array.from({ length: 40 }, (_, index) => ({ text: `line ${index + 1}` }));

/** Starts a simulated cluster with the permanent objects of the recorded one. */
export async function startRecordedCluster(): Promise<Cluster> {
  const cluster = await createCluster({
    startTime: new Date('2026-11-22T17:18:15Z'),
    nodes: [{ name: 'node-1', failsAfter: nodeFailsAfter }],
    // Tokens from some hundred changes ago expire, as in the recorded cluster.
    historyLength: 100,
    images: [
      { image: 'busybox:*', when: { command: 'echo line' }, run: { logs: [...lines, { text: 'err' }] } },
      { image: '*@sha256:1111*', pull: 'missing' },
    ],
  });
  for (const object of [...fixtures, quota]) {
    await createFixture(cluster, object);
    cluster.settle();
  }
  cluster.advance(60_000);
  return cluster;
}

const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.e.example.com' },
  spec: {
    group: 'e.example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', maximum: 10 },
                  color: { type: 'string', enum: ['red', 'blue'] },
                  list: { type: 'array', items: { type: 'string' } },
                },
                'x-kubernetes-validations': [{ rule: 'self.size != 7', message: 'seven is unlucky' }],
              },
            },
          },
        },
      },
    ],
  },
};

const webhooks = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: 'hooks' },
  webhooks: [
    { hook: 'nosvc', clientConfig: { service: { namespace: 'policy-system', name: 'policy', path: '/v' } } },
    { hook: 'noendp', clientConfig: { service: { namespace: 'wire', name: 'noendp', path: '/v' } } },
    { hook: 'ignore', clientConfig: { url: 'https://192.0.2.2:5999/x' }, failurePolicy: 'Ignore' },
  ].map(({ hook, ...webhook }) => ({
    name: `${hook}.example.com`,
    ...webhook,
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    objectSelector: { matchLabels: { hook } },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 2,
  })),
};

/** Creates the custom resource of the last records. */
export async function defineWidgets(cluster: Cluster): Promise<void> {
  await createFixture(cluster, widgets);
  cluster.advance(1_000);
}

/** Registers webhooks whose calls fail or allow everything, as in the simulator. */
export async function registerWebhooks(cluster: Cluster): Promise<void> {
  await createFixture(cluster, webhooks);
}

interface Fixture {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Creates an object as the client of the records did. */
async function createFixture(cluster: Cluster, object: Fixture): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const place = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`;
  const config = parse(cluster.kubeconfig()) as { users: [{ user: { token: string } }] };
  const answer = await sendRequest(cluster, {
    method: 'POST',
    path: `${root}${place}/${kind.toLowerCase()}s`,
    headers: {
      authorization: `Bearer ${config.users[0].user.token}`,
      'user-agent': 'krec/1',
      'content-type': 'application/json',
    },
    body: JSON.stringify(object),
  });
  if (answer.status !== 201) throw new Error(`Cannot create ${kind} "${metadata.name}": ${answer.text}`);
}
