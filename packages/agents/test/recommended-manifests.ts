import { stringify } from 'yaml';

/** Formats objects as one YAML text. */
const yaml = (...objects: readonly object[]): string => objects.map((object) => `---\n${stringify(object)}`).join('');

const labels = { app: 'web' };
const container = {
  name: 'web',
  image: 'shop/web:1.2',
  ports: [{ containerPort: 8080 }],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
};
const template = { metadata: { labels }, spec: { containers: [container] } };

const web = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { replicas: 2, selector: { matchLabels: labels }, template },
};
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'web', namespace: 'shop' },
  spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] },
};

/** An object in a manifest. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: object;
  readonly [field: string]: unknown;
}

/** An intent, the recommended kinds and the written manifests. */
export interface Recommended {
  readonly intent: string;
  readonly kinds: readonly { readonly apiVersion: string; readonly kind: string }[];
  readonly manifests: string;
}

const of = (intent: string, ...objects: readonly Manifest[]): Recommended => ({
  intent,
  kinds: objects.map(({ apiVersion, kind }) => ({ apiVersion, kind })),
  manifests: yaml(...objects),
});

const meta = (name: string) => ({ name, namespace: 'shop' });

/** Ten intents for a cluster with a namespace `shop` and a kind `Database`. */
export const recommended: readonly Recommended[] = [
  of('a web server with two replicas', web, service),
  of('reach the web server from outside under shop.example.com', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: meta('web'),
    spec: {
      rules: [
        {
          host: 'shop.example.com',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
          },
        },
      ],
    },
  }),
  of('scale the web server with its load', {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta('web'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 2,
      maxReplicas: 6,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
    },
  }),
  of('a report every night', {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: meta('report'),
    spec: {
      schedule: '30 2 * * *',
      concurrencyPolicy: 'Forbid',
      jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container] } } } },
    },
  }),
  of('a stateful queue that keeps its data', {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: meta('queue'),
    spec: {
      serviceName: 'queue',
      selector: { matchLabels: labels },
      template,
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  }),
  of('let only the frontend talk to the web server', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta('web'),
    spec: {
      podSelector: { matchLabels: labels },
      ingress: [{ from: [{ podSelector: { matchLabels: { app: 'frontend' } } }] }],
    },
  }),
  of('keep one web server up while nodes are drained', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: meta('web'),
    spec: { minAvailable: 1, selector: { matchLabels: labels } },
  }),
  of(
    'a namespace with a quota for team blue',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'blue' } },
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'blue', namespace: 'blue' },
      spec: { hard: { pods: '20', 'requests.cpu': '4' } },
    },
  ),
  of(
    'let a deployer read config maps and restart the web server',
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('deployer') },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: meta('deployer'),
      rules: [
        { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] },
        { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'patch'] },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: meta('deployer'),
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'deployer' },
      subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace: 'shop' }],
    },
  ),
  of('a postgres database with two instances', {
    apiVersion: 'databases.example.com/v1',
    kind: 'Database',
    metadata: meta('orders'),
    spec: { engine: 'postgres', instances: 2 },
  }),
];

/** A kind as an operator would install it. */
export const databaseDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'databases.databases.example.com' },
  spec: {
    group: 'databases.example.com',
    scope: 'Namespaced',
    names: { plural: 'databases', singular: 'database', kind: 'Database' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            description: 'A relational database, such as PostgreSQL or MySQL, with instances and backups.',
            properties: {
              spec: {
                type: 'object',
                required: ['engine'],
                properties: {
                  engine: { type: 'string', enum: ['postgres', 'mysql'] },
                  instances: { type: 'integer', minimum: 1 },
                },
              },
            },
          },
        },
      },
    ],
  },
};
