/** The number of objects of each kind. */
export const count = 20;

const namespace = 'agreement';

/** Creates a namespace with that many different objects of each common kind; some of them are broken. */
export function createObjects(): readonly Record<string, unknown>[] {
  const kinds = [
    configMap,
    secret,
    serviceAccount,
    claim,
    pod,
    deployment,
    statefulSet,
    daemonSet,
    job,
    cronJob,
    service,
    ingress,
    networkPolicy,
    autoscaler,
    disruptionBudget,
    role,
    roleBinding,
    quota,
    limitRange,
  ];
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...numbers.flatMap((number) => kinds.map((create) => create(number))),
  ];
}

function metadata(kind: string, number: number): object {
  return {
    name: `${kind}-${number}`,
    namespace,
    labels: { app: `app-${number}`, tier: number % 2 === 0 ? 'back' : 'front' },
    ...(number % 3 === 0 && { annotations: { 'example.com/owner': `team-${number}` } }),
  };
}

function podSpec(number: number): object {
  return {
    ...(number % 4 === 0 && { serviceAccountName: `account-${number}` }),
    ...(number % 5 === 0 && { nodeSelector: { zone: `zone-${number}` } }),
    ...(number % 6 === 0 && {
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: `group-${number}`, effect: 'NoSchedule' }],
    }),
    ...(number % 7 === 0 && {
      initContainers: [
        {
          name: 'prepare',
          image: `registry.example.com/prepare:${number}`,
          command: ['sh', '-c', `prepare --steps ${number}`],
        },
      ],
    }),
    containers: [
      {
        name: 'main',
        image: `registry.example.com/app:${number}.0`,
        ...(number % 2 === 0 && { args: ['--level', `${number}`] }),
        ports: [{ name: 'http', containerPort: 8000 + number }],
        env: [
          { name: 'LEVEL', value: `level-${number}` },
          { name: 'SETTING', valueFrom: { configMapKeyRef: { name: `config-${number}`, key: 'setting' } } },
        ],
        ...(number % 3 === 0 && { envFrom: [{ secretRef: { name: `secret-${number}` } }] }),
        resources: {
          requests: { cpu: `${10 + number}m`, memory: `${16 + number}Mi` },
          ...(number % 2 === 0 && { limits: { memory: `${128 + number}Mi` } }),
        },
        ...(number % 3 === 0 && {
          readinessProbe: { httpGet: { path: `/ready-${number}`, port: 8000 + number }, periodSeconds: number },
        }),
        volumeMounts: [{ name: 'settings', mountPath: `/etc/settings-${number}` }],
      },
      ...(number % 8 === 0 ? [{ name: 'sidecar', image: `registry.example.com/sidecar:${number}` }] : []),
    ],
    volumes: [{ name: 'settings', configMap: { name: `config-${number}` } }],
  };
}

function template(kind: string, number: number, spec: object = {}): object {
  return { metadata: { labels: { run: `${kind}-${number}` } }, spec: { ...podSpec(number), ...spec } };
}

function workload(kind: string, number: number): { readonly selector: object; readonly template: object } {
  return { selector: { matchLabels: { run: `${kind}-${number}` } }, template: template(kind, number) };
}

const configMap = (number: number) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: metadata('config', number),
  data: { setting: `value-${number}`, 'more.ini': `a=${number}\nb=2\n` },
});
const secret = (number: number) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: metadata('secret', number),
  type: 'Opaque',
  stringData: { PASSWORD: 'x'.repeat(number), USER: `user-${number}` },
});
const serviceAccount = (number: number) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata('account', number),
});
const claim = (number: number) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: metadata('claim', number),
  spec: {
    accessModes: [number % 2 === 0 ? 'ReadWriteOnce' : 'ReadWriteMany'],
    ...(number % 5 === 0 && { storageClassName: `class-${number}` }),
    resources: { requests: { storage: `${number}Gi` } },
  },
});
const pod = (number: number) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: metadata('pod', number),
  spec: podSpec(number),
});
const deployment = (number: number) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: metadata('deployment', number),
  spec: {
    replicas: number % 3,
    ...workload('deployment', number),
    ...(number % 4 === 0 && { strategy: { type: 'Recreate' } }),
  },
});
const statefulSet = (number: number) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: metadata('set', number),
  spec: { serviceName: `service-${number}`, replicas: 1, ...workload('set', number) },
});
const daemonSet = (number: number) => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: metadata('daemon', number),
  spec: {
    ...workload('daemon', number),
    template: template('daemon', number, { nodeSelector: { 'kubernetes.io/hostname': `node-${number}` } }),
  },
});
const job = (number: number) => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: metadata('job', number),
  spec: { backoffLimit: number, completions: 1, template: template('job', number, { restartPolicy: 'Never' }) },
});
const cronJob = (number: number) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: metadata('cron', number),
  spec: {
    schedule: `${number} 3 * * *`,
    suspend: number % 2 === 0,
    jobTemplate: { spec: { template: template('cron', number, { restartPolicy: 'OnFailure' }) } },
  },
});
const service = (number: number) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: metadata('service', number),
  spec: {
    selector: { run: `deployment-${number}` },
    type: number % 4 === 0 ? 'NodePort' : 'ClusterIP',
    ports: [{ name: 'http', port: 80, targetPort: number % 2 === 0 ? 'http' : 8000 + number }],
  },
});
const ingress = (number: number) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: metadata('ingress', number),
  spec: {
    ingressClassName: 'nginx',
    ...(number % 3 === 0 && { tls: [{ hosts: [`a${number}.example.com`], secretName: `tls-${number}` }] }),
    rules: [
      {
        host: `a${number}.example.com`,
        http: {
          paths: [
            {
              path: `/p${number}`,
              pathType: 'Prefix',
              backend: { service: { name: `service-${number}`, port: { number: 80 } } },
            },
          ],
        },
      },
    ],
  },
});
const networkPolicy = (number: number) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: metadata('policy', number),
  spec: {
    podSelector: { matchLabels: { run: `deployment-${number}` } },
    policyTypes: ['Ingress', 'Egress'],
    ingress: [
      {
        from: [
          { podSelector: { matchLabels: { app: `app-${number}` } } },
          { ipBlock: { cidr: `10.${number}.0.0/16` } },
        ],
        ports: [{ port: 8000 + number, protocol: 'TCP' }],
      },
    ],
    egress: number % 2 === 0 ? [{}] : [],
  },
});
const autoscaler = (number: number) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: metadata('scaler', number),
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: `deployment-${number}` },
    minReplicas: 1,
    maxReplicas: 3 + number,
    metrics: [
      { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 + number } } },
    ],
  },
});
const disruptionBudget = (number: number) => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadata('budget', number),
  spec: {
    ...(number % 2 === 0 ? { minAvailable: 1 } : { maxUnavailable: `${number}%` }),
    selector: { matchLabels: { run: `deployment-${number}` } },
  },
});
const role = (number: number) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'Role',
  metadata: metadata('role', number),
  rules: [
    { apiGroups: [''], resources: ['configmaps'], resourceNames: [`config-${number}`], verbs: ['get', 'watch'] },
    { apiGroups: ['apps'], resources: ['deployments'], verbs: ['list'] },
  ],
});
const roleBinding = (number: number) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata: metadata('binding', number),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `role-${number}` },
  subjects: [
    { kind: 'ServiceAccount', name: `account-${number}`, namespace },
    { kind: 'User', name: `user-${number}`, apiGroup: 'rbac.authorization.k8s.io' },
  ],
});
const quota = (number: number) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: metadata('quota', number),
  spec: { hard: { pods: `${500 + number}`, 'requests.memory': `${900 + number}Gi` } },
});
const limitRange = (number: number) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: metadata('limits', number),
  spec: {
    limits: [
      {
        type: 'Container',
        max: { memory: `${32 + number}Gi` },
        default: { memory: `${128 + number}Mi` },
        defaultRequest: { memory: `${8 + number}Mi` },
      },
    ],
  },
});
