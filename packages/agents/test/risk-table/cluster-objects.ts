import type { KubeObject } from '@shipmate/kube-sim';

type Json = Readonly<Record<string, unknown>>;

export const namespace = 'shop';

/** Builds an object of a type such as `apps/v1 Deployment`. */
const of = (type: string, name: string, rest: Json = {}): KubeObject => {
  const [apiVersion, kind] = type.split(' ');
  return { apiVersion, kind, metadata: { name, namespace }, ...rest } as unknown as KubeObject;
};

const probe = (path: string) => ({ httpGet: { path, port: 8080 }, initialDelaySeconds: 5, periodSeconds: 10 });

const webContainer = {
  name: 'web',
  image: 'registry.example.com/web:1.2',
  ports: [{ name: 'http', containerPort: 8080 }],
  resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '500m', memory: '256Mi' } },
  livenessProbe: probe('/healthz'),
  readinessProbe: probe('/ready'),
  env: [
    { name: 'LOG_LEVEL', value: 'info' },
    { name: 'API_TOKEN', value: 'kept-secret' },
    { name: 'MODE', valueFrom: { configMapKeyRef: { name: 'settings', key: 'mode' } } },
  ],
  envFrom: [{ configMapRef: { name: 'settings' } }],
  volumeMounts: [{ name: 'config', mountPath: '/etc/web' }],
};

interface WorkloadParts {
  readonly spec?: Json;
  readonly podSpec?: Json;
  readonly place?: string;
}

const workload = (kind: string, name: string, { spec, podSpec, place = namespace }: WorkloadParts = {}) =>
  of(`apps/v1 ${kind}`, name, {
    metadata: { name, namespace: place },
    spec: {
      ...(kind === 'DaemonSet' ? {} : { replicas: 3 }),
      selector: { matchLabels: { app: name } },
      ...(kind === 'StatefulSet' && { serviceName: name }),
      template: {
        metadata: { labels: { app: name } },
        spec: {
          serviceAccountName: 'default',
          containers: [webContainer, { name: 'proxy', image: 'registry.example.com/proxy:3' }],
          volumes: [
            { name: 'config', configMap: { name: 'settings' } },
            { name: 'scratch', emptyDir: {} },
            { name: 'tls', secret: { secretName: 'tls' } },
          ],
          nodeSelector: { disk: 'ssd' },
          ...podSpec,
        },
      },
      ...spec,
    },
  });

const onNode = {
  volumes: [
    { name: 'config', configMap: { name: 'settings' } },
    { name: 'logs', hostPath: { path: '/var/log' } },
  ],
};

/** The objects that the changes of the table apply to. */
export const clusterObjects: readonly KubeObject[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } } as unknown as KubeObject,
  of('v1 ConfigMap', 'settings', { data: { mode: 'fast', colour: 'blue' } }),
  of('v1 Secret', 'tls', { type: 'Opaque', data: { key: 'c2VjcmV0' } }),
  of('v1 ServiceAccount', 'admin'),
  workload('Deployment', 'web'),
  workload('Deployment', 'single', { spec: { replicas: 1 } }),
  workload('Deployment', 'stopped', { spec: { replicas: 0 } }),
  workload('Deployment', 'recreated', { spec: { strategy: { type: 'Recreate' } } }),
  workload('Deployment', 'paused', { spec: { paused: true } }),
  workload('Deployment', 'system', { place: 'kube-system' }),
  workload('StatefulSet', 'db'),
  workload('StatefulSet', 'store', {
    spec: {
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  }),
  workload('DaemonSet', 'agent', { podSpec: onNode }),
  of('v1 Service', 'web', { spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] } }),
  of('networking.k8s.io/v1 Ingress', 'web', {
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  }),
  of('networking.k8s.io/v1 NetworkPolicy', 'closed', { spec: { podSelector: {}, policyTypes: ['Ingress'] } }),
  of('v1 ResourceQuota', 'limit', { spec: { hard: { pods: '50' } } }),
  of('autoscaling/v2 HorizontalPodAutoscaler', 'web', {
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'recreated' },
      minReplicas: 2,
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
    },
  }),
  of('rbac.authorization.k8s.io/v1 Role', 'reader', {
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  }),
  of('batch/v1 CronJob', 'report', {
    spec: {
      schedule: '0 1 * * *',
      jobTemplate: {
        spec: {
          template: {
            spec: { restartPolicy: 'Never', containers: [{ name: 'report', image: 'registry.example.com/report:1' }] },
          },
        },
      },
    },
  }),
];
