import { expect, it } from 'vitest';
import type { KubeObject } from '../../src/cluster/index.ts';
import { assessChange } from '../../src/remediation/risk/assess-change.ts';

type Json = Readonly<Record<string, unknown>>;

/** An object before and after a change; the values are put at the path, `undefined` leaves the field out. */
interface Row {
  readonly object: KubeObject;
  readonly path: readonly (string | number)[];
  readonly from: unknown;
  readonly to: unknown;
}

const of = (type: string, rest: Json = {}): KubeObject => {
  const [apiVersion = '', kind = ''] = type.split(' ');
  return { apiVersion, kind, metadata: { name: 'web', namespace: 'shop', uid: 'u1' }, ...rest };
};

const podSpec: Json = {
  containers: [{ name: 'web', image: 'registry.example.com/web:1' }],
  volumes: [
    { name: 'config', configMap: { name: 'settings' } },
    { name: 'tls', secret: { secretName: 'tls' } },
    { name: 'scratch', emptyDir: {} },
    { name: 'both', emptyDir: {}, hostPath: { path: '/' } },
  ],
};
const workload = (kind: string, spec: Json = {}): KubeObject =>
  of(`apps/v1 ${kind}`, { spec: { replicas: 3, template: { metadata: {}, spec: podSpec }, ...spec } });
const deployment = workload('Deployment');

function put(object: unknown, [step, ...rest]: Row['path'], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(object)) return object.map((item, index) => (index === step ? put(item, rest, value) : item));
  const { [step]: former, ...others } = (object ?? {}) as Record<string | number, unknown>;
  const next = put(former, rest, value);
  return next === undefined ? others : { ...others, [step]: next };
}

const at =
  (object: KubeObject, prefix: readonly (string | number)[] = []) =>
  (path: string, from: unknown, to: unknown): Row => ({
    object,
    path: [...prefix, ...path.split(' ').filter((step) => step !== '')],
    from,
    to,
  });
/** Returns data of a ConfigMap with a number of keys. */
const letters = (count: number, value: string): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [String.fromCodePoint(97 + index), value]));
const inSpec = at(deployment, ['spec']);
const inMetadata = at(deployment, ['metadata']);
const inTemplate = at(deployment, ['spec', 'template', 'metadata']);
const inPods = at(deployment, ['spec', 'template', 'spec']);
const inContainer = at(deployment, ['spec', 'template', 'spec', 'containers', 0]);
const inCronJob = at(of('batch/v1 CronJob', { spec: { jobTemplate: { spec: { template: { spec: podSpec } } } } }), [
  'spec',
  'jobTemplate',
  'spec',
  'template',
  'spec',
  'containers',
  0,
]);
const privileged = workload('Deployment', { template: { spec: { ...podSpec, hostPID: true } } });
const inPlainContainer = at(workload('Deployment', { template: { spec: { containers: [{ name: 'web' }] } } }), [
  'spec',
  'template',
  'spec',
  'containers',
  0,
]);
const probe = (fields: Json) => ({ httpGet: { path: '/healthz', port: 8080 }, ...fields });
const variable = (fields: Json) => [{ name: 'COLOUR', ...fields }];
const configMapKey = { configMapKeyRef: { name: 'settings', key: 'colour' } };
const secretKey = { secretKeyRef: { name: 'tls', key: 'key' } };

const groups: Readonly<Record<string, readonly Row[]>> = {
  resources: [
    inContainer('resources limits memory', '256Mi', '512Mi'),
    inContainer('resources limits memory', '256Mi', '1Gi'),
    inContainer('resources limits memory', '256Mi', '1025Mi'),
    inContainer('resources limits memory', '32Gi', '64Gi'),
    inContainer('resources limits memory', '32Gi', '65Gi'),
    inContainer('resources limits memory', '1Gi', '1024Mi'),
    inContainer('resources requests memory', '512Mi', '256Mi'),
    inContainer('resources requests memory', undefined, '256Mi'),
    inContainer('resources requests cpu', '0', '100m'),
    inContainer('resources requests cpu', 1, 2),
    inContainer('resources limits cpu', '16', '32'),
    inContainer('resources limits cpu', '16', '33'),
    inContainer('resources limits cpu', 'much', '1'),
    inContainer('resources limits cpu', '1', 'more'),
    inContainer('resources limits cpu', undefined, 'more'),
    inContainer('resources limits ephemeral-storage', '1Gi', '2Gi'),
    inContainer('resources limits example.com/gpu', '1', '2'),
    inContainer('resources limits example.com/gpu', undefined, '2'),
    inContainer('resources limits memory', '256Mi', undefined),
    inContainer('resources limits memory', '256Mi', { amount: 1 }),
    inContainer('resources limits memory', '256Mi', ['512Mi']),
    inContainer('resources limits memory', '256Mi', '1e999'),
    inCronJob('resources limits memory', '256Mi', '512Mi'),
  ],
  environment: [
    inContainer('env', variable({ value: 'blue' }), variable({ value: 'red' })),
    inContainer('env', [], variable({ value: 'red' })),
    inContainer('env', [], variable({})),
    inContainer('env', [], variable({ value: 7 })),
    inContainer('env', [], [{ name: 'LD_PRELOAD', value: '/tmp/x.so' }]),
    inContainer('env', [], variable({ valueFrom: configMapKey })),
    inContainer('env', [], variable({ valueFrom: { ...configMapKey, ...secretKey } })),
    inContainer('env', [], variable({ valueFrom: secretKey })),
    inContainer('env', [], variable({ valueFrom: { secretKeyRef: {} } })),
    inContainer('env', [], variable({ valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } })),
    inContainer('env', [], variable({ valueFrom: 'text' })),
    inContainer(
      'env',
      variable({ valueFrom: configMapKey }),
      variable({ valueFrom: { configMapKeyRef: { name: 'settings', key: 'b' } } }),
    ),
    inContainer(
      'env',
      [{ name: 'PATH', valueFrom: configMapKey }],
      [{ name: 'PATH', valueFrom: { configMapKeyRef: { name: 'x', key: 'colour' } } }],
    ),
    inContainer(
      'env',
      variable({ valueFrom: secretKey }),
      variable({ valueFrom: { secretKeyRef: { name: 'tls', key: 'b' } } }),
    ),
    inContainer('envFrom', [{ configMapRef: { name: 'a' } }], [{ configMapRef: { name: 'b' } }]),
    inContainer(
      'envFrom',
      [{ configMapRef: { name: 'a' } }],
      [{ configMapRef: { name: 'b' } }, { configMapRef: { name: 'c' } }],
    ),
    inContainer(
      'envFrom',
      [{ configMapRef: { name: 'a' } }, { secretRef: { name: 's' } }],
      [{ configMapRef: { name: 'b' } }, { secretRef: { name: 's' } }],
    ),
    inContainer(
      'envFrom',
      [{ configMapRef: { name: 'a' } }, { secretRef: { name: 's' } }],
      [{ configMapRef: { name: 'b' } }, { secretRef: { name: 't' } }],
    ),
    inContainer('envFrom', [{ configMapRef: { name: 'a' } }], [{ secretRef: { name: 'a' } }]),
    inContainer('envFrom', [{ configMapRef: { name: 'a' } }], [{ prefix: 'A_', configMapRef: { name: 'a' } }]),
    inContainer(
      'envFrom',
      [{ prefix: 'A_', configMapRef: { name: 'a' } }],
      [{ prefix: 'A_', configMapRef: { name: 'b' } }],
    ),
    inContainer('envFrom', [{ configMapRef: { name: 'a' } }], [{ configMapRef: { name: 'a', optional: true } }]),
    inContainer('envFrom', [{ other: { name: 'a' } }], [{ other: { name: 'b' } }]),
    inContainer('envFrom', [{ configMapRef: { name: 'a' }, other: 1 }], [{ configMapRef: { name: 'b' }, other: 1 }]),
  ],
  images: [
    inPlainContainer('image', 'registry.example.com/web:1', 'registry.example.com/web:2'),
    inPlainContainer('image', 'registry.example.com/web@sha256:a', 'registry.example.com/web:2'),
    inPlainContainer('image', 'registry.example.com:5000/web', 'registry.example.com:5001/web'),
    inPlainContainer('image', 'registry.example.com:5000/web', 'registry.example.com:5000/web:2'),
    inPlainContainer('image', 'web', 'other'),
    inPlainContainer('image', 'web', 'wet'),
    inPlainContainer('image', 'web:1', 'web:2'),
    inPlainContainer('image', 1, 'web:2'),
    inPlainContainer('image', 'web:2', 1),
    at(privileged, ['spec', 'template', 'spec', 'containers', 0])('image', 'web:1', 'web:2'),
    inContainer('imagePullPolicy', 'Always', 'Never'),
  ],
  probes: [
    inContainer('livenessProbe', probe({}), probe({ httpGet: { path: '/healthz', port: 8081 } })),
    inContainer('livenessProbe', probe({}), probe({ httpGet: { path: '/other', port: 8080 } })),
    inContainer('livenessProbe', probe({}), probe({ httpGet: { path: '/healthz', port: 8080, scheme: 'HTTPS' } })),
    inContainer('readinessProbe', probe({ periodSeconds: 10 }), probe({ periodSeconds: 20 })),
    inContainer('readinessProbe', probe({ periodSeconds: 20 }), probe({ periodSeconds: 10 })),
    inContainer('readinessProbe', probe({ periodSeconds: 10 }), probe({ periodSeconds: 60 })),
    inContainer('readinessProbe', probe({ periodSeconds: 10 }), probe({ periodSeconds: 61 })),
    inContainer('readinessProbe', probe({ periodSeconds: 10 }), probe({ periodSeconds: 'often' })),
    inContainer('startupProbe', probe({}), probe({ failureThreshold: 20 })),
    inContainer('startupProbe', probe({ successThreshold: 1 }), probe({ successThreshold: 2 })),
    inContainer('startupProbe', probe({ successThreshold: 'x' }), probe({ successThreshold: 2 })),
    inContainer('livenessProbe', undefined, probe({ periodSeconds: 5 })),
    inContainer('livenessProbe', probe({}), undefined),
    inContainer('livenessProbe', probe({}), { exec: { command: ['true'] } }),
  ],
  pods: [
    inContainer('ports', [], [{ containerPort: 8080 }]),
    inContainer('ports', [], [{ containerPort: 8080, hostPort: 80 }]),
    inContainer('ports', [], [{ containerPort: 8080, hostIP: '0.0.0.0' }]),
    inContainer('ports', [{ containerPort: 8080 }], [{ containerPort: 8080, name: 'http' }]),
    inContainer('volumeMounts', [], [{ name: 'config', mountPath: '/etc/web' }]),
    inContainer('volumeMounts', [], [{ name: 'scratch', mountPath: '/tmp' }]),
    inContainer('volumeMounts', [], [{ name: 'tls', mountPath: '/tls' }]),
    inContainer('volumeMounts', [], [{ name: 'both', mountPath: '/both' }]),
    inContainer('volumeMounts', [], [{ name: 'none', mountPath: '/none' }]),
    inContainer('command', undefined, ['sh']),
    inContainer('args', ['a'], ['b']),
    inContainer('lifecycle', undefined, { preStop: { exec: { command: ['x'] } } }),
    inContainer('securityContext', undefined, { privileged: true }),
    inPods('initContainers', [], [{ name: 'init', image: 'busybox' }]),
    inPods('volumes', [], [{ name: 'more', configMap: { name: 'settings' } }]),
    inPods('volumes', [], [{ name: 'more', secret: { secretName: 'tls' } }]),
    inPods('volumes', [], [{ name: 'more' }]),
    inPods('volumes', [], [{ name: 'more', emptyDir: {}, hostPath: { path: '/' } }]),
    inPods('volumes', [{ name: 'a', configMap: { name: 'b' } }], [{ name: 'a', configMap: { name: 'c' } }]),
    inPods('volumes', [{ name: 'a', emptyDir: {} }], [{ name: 'a', emptyDir: { sizeLimit: '1Gi' } }]),
    inPods('volumes', [{ name: 'a', hostPath: { path: '/a' } }], [{ name: 'a', hostPath: { path: '/b' } }]),
    inPods('nodeSelector', { disk: 'ssd' }, { disk: 'hdd' }),
    inPods('nodeSelector', {}, { 'node-role.kubernetes.io/control-plane': '' }),
    inPods('affinity', undefined, { nodeAffinity: {} }),
    inPods('terminationGracePeriodSeconds', 30, 60),
    inPods('terminationGracePeriodSeconds', 30, 3600),
    inPods('terminationGracePeriodSeconds', 30, 3601),
    inPods('terminationGracePeriodSeconds', 60, 30),
    inPods('terminationGracePeriodSeconds', '30', 60),
    inPods('terminationGracePeriodSeconds', 30, '60'),
    inPods('hostNetwork', undefined, true),
    inPods('nodeName', undefined, 'node-1'),
    inTemplate('annotations', undefined, { 'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z' }),
    inTemplate('annotations', undefined, { 'kubectl.kubernetes.io/restartedAt': 'now' }),
    inTemplate('annotations', undefined, { 'example.com/inject': 'true' }),
    inTemplate('labels', { app: 'web' }, { app: 'other' }),
  ],
  workloads: [
    inSpec('replicas', 3, 0),
    inSpec('replicas', 3, 2),
    inSpec('replicas', 0, 2),
    inSpec('replicas', 3, 6),
    inSpec('replicas', 3, 7),
    inSpec('replicas', 1, 3),
    inSpec('replicas', 1, 4),
    inSpec('replicas', 30, 50),
    inSpec('replicas', 30, 51),
    inSpec('replicas', '3', 4),
    inSpec('replicas', 3, '4'),
    at(workload('StatefulSet', { volumeClaimTemplates: [{ metadata: { name: 'data' } }] }), ['spec'])('replicas', 3, 4),
    inSpec('paused', undefined, true),
    inSpec('paused', true, undefined),
    inSpec('paused', true, false),
    inSpec('minReadySeconds', undefined, 5),
    inSpec('selector', { a: 'b' }, { a: 'c' }),
    inMetadata('labels', {}, { team: 'shop' }),
    inMetadata('labels', {}, { 'app.kubernetes.io/part-of': 'shop' }),
    inMetadata('labels', {}, { 'app.kubernetes.io/managed-by': 'Helm' }),
    inMetadata('labels', {}, { 'argocd.argoproj.io/instance': 'x' }),
    inMetadata('annotations', {}, { 'kubernetes.io/change-cause': 'more memory' }),
    inMetadata('annotations', {}, { 'example.com/a': 'b' }),
    inMetadata('finalizers', undefined, ['example.com/hold']),
    inMetadata('ownerReferences', undefined, [{ uid: '1', kind: 'ConfigMap', name: 'a' }]),
    inMetadata('resourceVersion', '1', '2'),
    inMetadata('namespace', 'kube-system', 'kube-system'),
  ],
  rollouts: [
    at(workload('DaemonSet'), ['metadata'])('annotations', {}, { 'deprecated.daemonset.template.generation': '2' }),
    at(workload('DaemonSet'), ['metadata'])('annotations', undefined, {
      'deprecated.daemonset.template.generation': '1',
    }),
    at(workload('DaemonSet'), ['metadata'])('annotations', undefined, { 'example.com/a': 'b' }),
    inMetadata('annotations', {}, { 'deprecated.daemonset.template.generation': '2' }),
    at(workload('DaemonSet'), ['spec', 'template', 'metadata'])('annotations', undefined, {
      'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z',
    }),
    ...[
      workload('StatefulSet'),
      workload('ReplicaSet'),
      workload('ReplicaSet', { replicas: 1 }),
      workload('Deployment', { replicas: 1 }),
      workload('Deployment', { replicas: 2 }),
      workload('Deployment', { replicas: undefined }),
      workload('Deployment', { strategy: { type: 'Recreate' } }),
      workload('Deployment', { strategy: { rollingUpdate: { maxUnavailable: 2 } } }),
      workload('Deployment', { strategy: { rollingUpdate: { maxUnavailable: 3 } } }),
      workload('Deployment', { strategy: { rollingUpdate: { maxUnavailable: '99%' } } }),
      workload('Deployment', { strategy: { rollingUpdate: { maxUnavailable: '100%' } } }),
      workload('Deployment', { strategy: { rollingUpdate: { maxUnavailable: 'all' } } }),
    ].map((object) => at(object, ['spec', 'template', 'spec', 'containers', 0])('resources limits cpu', '1', '2')),
    at(workload('StatefulSet'), ['spec'])('replicas', 3, 4),
    at(of('v1 Pod', { spec: podSpec }), ['spec', 'containers', 0])('image', 'web:1', 'web:2'),
  ],
  kinds: [
    at(of('v1 ConfigMap'))('data', { a: '1' }, { a: '2' }),
    at(of('v1 ConfigMap'))('data', letters(10, 'a'), letters(10, 'b')),
    at(of('v1 ConfigMap'))('data', letters(11, 'a'), letters(11, 'b')),
    at(of('v1 ConfigMap'))('data', letters(12, 'a'), letters(12, 'b')),
    at(of('v1 ConfigMap'))('binaryData', {}, { a: 'eA==' }),
    at(of('v1 ConfigMap'))('immutable', undefined, true),
    at(of('v1 Service'), ['spec'])('selector', { app: 'a' }, { app: 'b' }),
    at(of('v1 Service'), ['spec'])('ports', [{ port: 80, targetPort: 1 }], [{ port: 80, targetPort: 2 }]),
    at(of('v1 Service'), ['spec'])('type', 'ClusterIP', 'LoadBalancer'),
    at(of('v1 ResourceQuota'), ['spec', 'hard'])('pods', '10', '20'),
    at(of('v1 ResourceQuota'), ['spec', 'hard'])('pods', '20', '10'),
    at(of('v1 ResourceQuota'), ['spec', 'hard'])('pods', 'ten', '20'),
    at(of('v1 ResourceQuota'), ['spec', 'hard'])('pods', '10', 'twenty'),
    at(of('v1 ResourceQuota'), ['spec', 'hard'])('memory', '1024Mi', '1Gi'),
    at(of('autoscaling/v2 HorizontalPodAutoscaler'), ['spec'])('maxReplicas', 5, 10),
    at(of('autoscaling/v2 HorizontalPodAutoscaler'), ['spec'])('minReplicas', 2, 1),
    at(of('batch/v1 CronJob'), ['spec'])('schedule', '0 1 * * *', '0 2 * * *'),
    at(of('batch/v1 CronJob'), ['spec'])('suspend', undefined, true),
    at(of('batch/v1 CronJob'), ['spec'])('suspend', true, false),
    at(of('batch/v1 Job'), ['spec'])('backoffLimit', 1, 2),
    at(of('batch/v1 Job'), ['spec'])('suspend', true, undefined),
    at(of('networking.k8s.io/v1 Ingress'), ['spec'])('ingressClassName', 'a', 'b'),
    at(of('v1 Secret'))('type', 'a', 'b'),
    at(of('v1 Widget'))('type', 'a', 'b'),
    at(of('apps/v1 Deployment'))('status', { replicas: 1 }, { replicas: 2 }),
    at(of('example.com/v1 App'))('status', { phase: 'a' }, { phase: 'b' }),
    at({ ...of('v1 Node'), metadata: { name: 'node-1' } }, ['spec'])('unschedulable', undefined, true),
  ],
};

/** Formats the assessment of a change in one line. */
function assess({ object, path, from, to }: Row): string {
  const [before, after] = [from, to].map((value) => put(object, path, value) as KubeObject);
  const change = { verb: 'apply', object: after ?? {} } as const;
  const { risk, automatic, other } = assessChange({ change, before, after });
  const listed = automatic.length === 0 ? '' : ` [${automatic.join(', ')}]`;
  const unlisted = other === undefined || other === risk.reasons[0] ? '' : ` Not listed: ${other}`;
  return `${risk.level}${listed}: ${risk.reasons.join(' ')}${unlisted}`;
}

it.each(Object.entries(groups))('assessChange judges changes of %s as change-risks lists them', async (name, rows) => {
  const lines = rows.map((row) => {
    const [from, to] = [row.from, row.to].map((value) => JSON.stringify(value) ?? 'none');
    return `${String(row.object['kind'])} ${row.path.join('.')}: ${from} → ${to}\n  ${assess(row)}`;
  });
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`change-risks/${name}.txt`);
});

const pods = (fields: Json) => workload('Deployment', { template: { spec: fields } });

it.each<[what: string, object: KubeObject, isMissing: boolean | undefined, reasons: readonly string[]]>([
  ['a needed ConfigMap', of('v1 ConfigMap'), true, ['medium', 'Creates the ConfigMap "web", which a workload needs.']],
  ['a ConfigMap', of('v1 ConfigMap'), undefined, ['high', 'Creates the ConfigMap "web".']],
  [
    'an unneeded ConfigMap',
    of('v1 ConfigMap'),
    false,
    ['high', 'Creates the ConfigMap "web". The rules do not find that something needs it.'],
  ],
  [
    'a Role',
    of('rbac.authorization.k8s.io/v1 Role'),
    true,
    ['high', 'Creates the Role "web". A Role grants permissions.'],
  ],
  [
    'an object in a namespace of the cluster',
    { ...of('v1 ConfigMap'), metadata: { name: 'a', namespace: 'kube-system' } },
    true,
    ['high', 'The namespace kube-system belongs to the cluster itself.'],
  ],
  [
    'pods with powers',
    pods({
      serviceAccountName: 'admin',
      volumes: [
        { name: 'a', secret: { secretName: 'tls' } },
        { name: 'b', hostPath: { path: '/' } },
      ],
      containers: [{ envFrom: [{ secretRef: { name: 'keys' } }, { configMapRef: { name: 'c' } }] }],
      initContainers: [
        {
          env: [
            { name: 'A', valueFrom: { secretKeyRef: { name: 'tls' } } },
            { name: 'B', value: 'x' },
          ],
        },
      ],
    }),
    undefined,
    [
      'high',
      'Creates the Deployment "web". A Deployment runs programs.',
      'Its pods read the Secret "tls".',
      'Its pods read the Secret "keys".',
      'Its pods use the service account "admin".',
      'Its pods have power over their node.',
    ],
  ],
  [
    'pods without powers',
    of('batch/v1 CronJob', {
      spec: { jobTemplate: { spec: { template: { spec: { serviceAccountName: 'default', hostNetwork: false } } } } },
    }),
    undefined,
    ['high', 'Creates the CronJob "web". A CronJob runs programs.'],
  ],
  [
    'a privileged container of a CronJob',
    of('batch/v1 CronJob', {
      spec: {
        jobTemplate: { spec: { template: { spec: { containers: [{ securityContext: { privileged: true } }] } } } },
      },
    }),
    undefined,
    ['high', 'Creates the CronJob "web". A CronJob runs programs.', 'Its pods have power over their node.'],
  ],
  [
    'a pod in the network of the node',
    of('v1 Pod', { spec: { hostNetwork: true } }),
    undefined,
    ['high', 'Creates the Pod "web". A Pod runs programs.', 'Its pods have power over their node.'],
  ],
])('assessChange judges the creation of %s', (...[, after, isMissing, [level, ...reasons]]) => {
  const place = { change: { verb: 'apply', object: after } as const, before: undefined, after };
  expect(assessChange({ ...place, ...(isMissing !== undefined && { isMissing }) }).risk).toEqual({ level, reasons });
});

it.each([
  [deployment, 'Deletes the Deployment. A deletion cannot be undone.'],
  [undefined, 'Deletes the object. A deletion cannot be undone.'],
])('assessChange judges a deletion', (before, reason) => {
  const target = { resource: 'deployments.apps', name: 'web', namespace: 'shop' };
  const { risk, automatic, other } = assessChange({
    change: { verb: 'delete', target } as never,
    before,
    after: undefined,
  });
  expect({ risk, automatic, other }).toEqual({
    risk: { level: 'high', reasons: [reason] },
    automatic: [],
    other: reason,
  });
});
