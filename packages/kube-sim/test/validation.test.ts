import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const cluster = await createCluster({ startTime: new Date('2026-01-01') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);

const groups: Readonly<Record<string, string>> = {
  pods: '/api/v1/namespaces/default',
  services: '/api/v1/namespaces/default',
  configmaps: '/api/v1/namespaces/default',
  secrets: '/api/v1/namespaces/default',
  persistentvolumeclaims: '/api/v1/namespaces/default',
  resourcequotas: '/api/v1/namespaces/default',
  limitranges: '/api/v1/namespaces/default',
  deployments: '/apis/apps/v1/namespaces/default',
  daemonsets: '/apis/apps/v1/namespaces/default',
  jobs: '/apis/batch/v1/namespaces/default',
  cronjobs: '/apis/batch/v1/namespaces/default',
  horizontalpodautoscalers: '/apis/autoscaling/v2/namespaces/default',
  ingresses: '/apis/networking.k8s.io/v1/namespaces/default',
  poddisruptionbudgets: '/apis/policy/v1/namespaces/default',
  roles: '/apis/rbac.authorization.k8s.io/v1/namespaces/default',
  rolebindings: '/apis/rbac.authorization.k8s.io/v1/namespaces/default',
  clusterrolebindings: '/apis/rbac.authorization.k8s.io/v1',
  storageclasses: '/apis/storage.k8s.io/v1',
  priorityclasses: '/apis/scheduling.k8s.io/v1',
};

async function post(resource: string, body: object): Promise<string> {
  const answer = await call(`${groups[resource]}/${resource}`, {
    method: 'POST',
    body: { metadata: { name: 'it' }, ...body },
  });
  const { status, message = '' } = answer.body as { status?: unknown; message?: string };
  return status === 'Failure' ? message.replace(/^\S+ "\S*" is invalid: /, '') : `created with ${answer.status}`;
}

const container = (extra: object = {}) => ({ name: 'main', image: 'web:1', ...extra });
const pod = (extra: object = {}, spec: object = {}) => ({ spec: { containers: [container(extra)], ...spec } });
const port = (extra: object = {}) => ({ port: 80, ...extra });
const workload = (selector: object, labels: object) => ({
  spec: { selector, template: { metadata: { labels }, spec: { containers: [container()] } } },
});
const path = (extra: object, backend: object = { service: { name: 'web', port: { number: 80 } } }) => ({
  spec: { rules: [{ http: { paths: [{ path: '/', pathType: 'Prefix', backend, ...extra }] } }] },
});
const schedule = (text: string) => ({
  spec: {
    schedule: text,
    jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [container()] } } } },
  },
});
const scaler = (extra: object) => ({
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }, maxReplicas: 3, ...extra },
});
const long = 'x'.repeat(16);

// Rules and words: kubernetes pkg/apis/{core,apps,batch,networking,policy,rbac,autoscaling}/validation and robfig/cron.
test.each<readonly [string, object, string]>([
  [
    'pods',
    pod({ ports: [{ containerPort: 70_000 }] }),
    'spec.containers[0].ports[0].containerPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
  ],
  [
    'pods',
    pod({ ports: [{ name: long, containerPort: 80 }] }),
    `spec.containers[0].ports[0].name: Invalid value: "${long}": must be no more than 15 characters`,
  ],
  [
    'pods',
    pod({
      ports: [
        { name: 'a', containerPort: 80 },
        { name: 'a', containerPort: 81 },
      ],
    }),
    'spec.containers[0].ports[1].name: Duplicate value: "a"',
  ],
  [
    'pods',
    pod({ imagePullPolicy: 'Sometimes' }),
    'spec.containers[0].imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"',
  ],
  [
    'pods',
    pod({ image: ' web:1' }),
    'spec.containers[0].image: Invalid value: " web:1": must not have leading or trailing whitespace',
  ],
  [
    'pods',
    pod({ env: [{ name: 'a=b', value: '1' }] }),
    `spec.containers[0].env[0].name: Invalid value: "a=b": a valid environment variable name must consist only of printable ASCII characters other than '='`,
  ],
  ['pods', pod({ env: [{ value: '1' }] }), 'spec.containers[0].env[0].name: Required value'],
  [
    'pods',
    pod({ env: [{ name: 'A', value: '1', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }),
    'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
  ],
  [
    'pods',
    pod({ volumeMounts: [{ name: 'data', mountPath: '/data' }] }),
    'spec.containers[0].volumeMounts[0].name: Not found: "data"',
  ],
  [
    'pods',
    pod({ resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }),
    'spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
  ],
  [
    'pods',
    pod({ resources: { requests: { memory: '-1Mi' } } }),
    'spec.containers[0].resources.requests[memory]: Invalid value: "-1Mi": must be greater than or equal to 0',
  ],
  [
    'pods',
    pod({ livenessProbe: { httpGet: { path: '/', port: 0 } } }),
    'spec.containers[0].livenessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive',
  ],
  [
    'pods',
    pod({ livenessProbe: { periodSeconds: 5 } }),
    'spec.containers[0].livenessProbe: Required value: must specify a handler type',
  ],
  [
    'pods',
    pod({ readinessProbe: { exec: { command: ['true'] }, tcpSocket: { port: 80 } } }),
    'spec.containers[0].readinessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
  ],
  [
    'pods',
    pod({ livenessProbe: { exec: { command: ['true'] }, successThreshold: 2 } }),
    'spec.containers[0].livenessProbe.successThreshold: Invalid value: 2: must be 1',
  ],
  ['pods', pod({}, { containers: [container(), container()] }), 'spec.containers[1].name: Duplicate value: "main"'],
  ['pods', pod({}, { initContainers: [container()] }), 'spec.initContainers[0].name: Duplicate value: "main"'],
  [
    'pods',
    pod({}, { restartPolicy: 'Maybe' }),
    'spec.restartPolicy: Unsupported value: "Maybe": supported values: "Always", "OnFailure", "Never"',
  ],
  [
    'pods',
    pod(
      {},
      {
        volumes: [
          { name: 'a', emptyDir: {} },
          { name: 'a', emptyDir: {} },
        ],
      },
    ),
    'spec.volumes[1].name: Duplicate value: "a"',
  ],
  [
    'pods',
    pod({}, { volumes: [{ name: 'a', emptyDir: {}, configMap: { name: 'b' } }] }),
    'spec.volumes[0].configMap: Forbidden: may not specify more than 1 volume type',
  ],
  [
    'pods',
    pod({}, { tolerations: [{ value: 'x' }] }),
    'spec.tolerations[0].operator: Invalid value: "": operator must be Exists when `key` is empty, which means \'match all values and all keys\'',
  ],
  [
    'services',
    { spec: { type: 'NodePort', ports: [port({ nodePort: 99 })] } },
    'spec.ports[0].nodePort: Invalid value: 99: provided port is not in the valid range. The range of valid ports is 30000-32767',
  ],
  [
    'services',
    { spec: { ports: [port(), { port: 81 }] } },
    '[spec.ports[0].name: Required value, spec.ports[1].name: Required value]',
  ],
  [
    'services',
    { spec: { ports: [port({ name: 'a' }), { name: 'a', port: 81 }] } },
    'spec.ports[1].name: Duplicate value: "a"',
  ],
  [
    'services',
    { spec: { ports: [port({ name: 'a' }), port({ name: 'b' })] } },
    'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
  ],
  ['services', { spec: { type: 'ExternalName' } }, 'spec.externalName: Required value'],
  ['ingresses', path({ path: 'x' }), 'spec.rules[0].http.paths[0].path: Invalid value: "x": must be an absolute path'],
  [
    'ingresses',
    path({ path: '/a//b' }),
    `spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain '//'`,
  ],
  [
    'ingresses',
    path({ pathType: undefined }),
    'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified',
  ],
  [
    'ingresses',
    path({}, { service: { name: 'web' } }),
    'spec.rules[0].http.paths[0].backend: Required value: port name or number is required',
  ],
  ['ingresses', { spec: {} }, 'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified'],
  [
    'ingresses',
    { spec: { rules: [{ host: '192.0.2.1' }] } },
    'spec.rules[0].host: Invalid value: "192.0.2.1": must be a DNS name, not an IP address',
  ],
  [
    'configmaps',
    { data: { 'a b': '1' } },
    `data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
  ],
  [
    'configmaps',
    { data: { a: '1' }, binaryData: { a: 'MQ==' } },
    'data[a]: Invalid value: "a": duplicate of key present in binaryData',
  ],
  ['configmaps', { data: { a: 'x'.repeat(2 ** 20 + 1) } }, '[]: Too long: may not be more than 1048576 bytes'],
  [
    'secrets',
    { type: 'kubernetes.io/tls', data: { other: 'YQ==' } },
    '[data[tls.crt]: Required value, data[tls.key]: Required value]',
  ],
  ['secrets', { type: 'kubernetes.io/basic-auth' }, '[data[username]: Required value, data[password]: Required value]'],
  ['secrets', { stringData: { '..a': 'x' } }, `data[..a]: Invalid value: "..a": must not start with '..'`],
  [
    'persistentvolumeclaims',
    { spec: { accessModes: ['Sometimes'] } },
    '[spec.accessModes: Unsupported value: "Sometimes": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod", spec.resources[storage]: Required value]',
  ],
  [
    'resourcequotas',
    { spec: { hard: { pods: '-1' } } },
    'spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0',
  ],
  [
    'limitranges',
    { spec: { limits: [{ type: 'Pod', max: { memory: '1Mi' }, min: { memory: '2Mi' } }] } },
    'spec.limits[0].min[memory]: Invalid value: "2Mi": min value 2Mi is greater than max value 1Mi',
  ],
  [
    'deployments',
    workload({ matchLabels: { a: 'b' } }, { a: 'c' }),
    'spec.template.metadata.labels: Invalid value: {"a":"c"}: `selector` does not match template `labels`',
  ],
  ['daemonsets', workload({}, { a: 'b' }), 'spec.selector: Invalid value: {}: empty selector is invalid for daemonset'],
  [
    'jobs',
    { spec: { backoffLimit: -1, template: pod({}, { restartPolicy: 'Never' }) } },
    'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'cronjobs',
    schedule('61 * * * *'),
    'spec.schedule: Invalid value: "61 * * * *": end of range (61) above maximum (59): 61',
  ],
  [
    'cronjobs',
    schedule('* * 0 * *'),
    'spec.schedule: Invalid value: "* * 0 * *": beginning of range (0) below minimum (1): 0',
  ],
  [
    'cronjobs',
    schedule('*/0 * * * *'),
    'spec.schedule: Invalid value: "*/0 * * * *": step of range should be a positive number: */0',
  ],
  [
    'cronjobs',
    schedule('30-10 * * * *'),
    'spec.schedule: Invalid value: "30-10 * * * *": beginning of range (30) beyond end of range (10): 30-10',
  ],
  [
    'cronjobs',
    schedule('x * * * *'),
    'spec.schedule: Invalid value: "x * * * *": failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax',
  ],
  [
    'horizontalpodautoscalers',
    scaler({ minReplicas: 5 }),
    'spec.maxReplicas: Invalid value: 3: must be greater than or equal to `minReplicas`',
  ],
  [
    'horizontalpodautoscalers',
    scaler({ scaleTargetRef: { kind: 'Deployment', name: 'web' } }),
    'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
  ],
  [
    'poddisruptionbudgets',
    { spec: { minAvailable: 1, maxUnavailable: '10%', selector: {} } },
    'spec: Invalid value: {"MinAvailable":1,"Selector":{},"MaxUnavailable":"10%","UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
  ],
  [
    'roles',
    { rules: [{ apiGroups: [''], resources: ['pods'] }] },
    'rules[0].verbs: Required value: verbs must contain at least one value',
  ],
  [
    'rolebindings',
    { roleRef: { kind: 'Nope', name: 'x' }, subjects: [{ kind: 'User' }] },
    '[roleRef.kind: Unsupported value: "Nope": supported values: "Role", "ClusterRole", subjects[0].name: Required value]',
  ],
  [
    'clusterrolebindings',
    { roleRef: { kind: 'Role', name: 'x' } },
    'roleRef.kind: Unsupported value: "Role": supported values: "ClusterRole"',
  ],
  ['storageclasses', { provisioner: '' }, 'provisioner: Required value'],
  [
    'priorityclasses',
    { value: 2_000_000_000 },
    'value: Forbidden: maximum allowed value of a user defined priority is 1000000000',
  ],
])('%s %j is refused in the words of a real server', async (resource, body, message) => {
  expect(await post(resource, body)).toBe(message);
});

const annotated = (metadata: object) => ({ metadata: { name: 'it', ...metadata } });
const qualified =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

test.each<readonly [object, string]>([
  [{ annotations: { 'bad key': '1' } }, `metadata.annotations: Invalid value: "bad key": name part ${qualified}`],
  [{ labels: { '/a': '1' } }, 'metadata.labels: Invalid value: "/a": prefix part must be non-empty'],
])('metadata %j is refused in the words of a real server', async (metadata, message) => {
  expect(await post('configmaps', annotated(metadata))).toBe(message);
});

test('a dry run of a service does not allocate node ports, so only the other rules count', async () => {
  const body = { metadata: { name: 'it' }, spec: { type: 'NodePort', ports: [port({ nodePort: 99 }), { port: 81 }] } };
  const { body: answer } = await call('/api/v1/namespaces/default/services?dryRun=All', { method: 'POST', body });
  expect((answer as { message: string }).message).toBe(
    'Service "it" is invalid: [spec.ports[0].name: Required value, spec.ports[1].name: Required value]',
  );
});

const metadata = { name: 'fixed', namespace: 'default' };
const secret = { apiVersion: 'v1', kind: 'Secret', metadata, immutable: true, stringData: { a: '1' } };
const claim = (storageClassName: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName },
});
const binding = (name: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'RoleBinding',
  metadata,
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
  subjects: [],
});
const service = (clusterIP: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { clusterIP, ports: [{ port: 80 }] },
});

test.each<readonly [string, object, object, string]>([
  [
    'Secret',
    secret,
    { ...secret, stringData: { a: '2' } },
    'data: Forbidden: field is immutable when `immutable` is set',
  ],
  [
    'PersistentVolumeClaim',
    claim('standard'),
    claim('fast'),
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
  ],
  [
    'RoleBinding',
    binding('view'),
    binding('edit'),
    'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"edit"}: cannot change roleRef',
  ],
  [
    'Service',
    service('10.96.7.7'),
    service('10.96.7.8'),
    'spec.clusterIPs[0]: Invalid value: ["10.96.7.8"]: may not change once set',
  ],
])('a change of an immutable field of a %s is refused', (...[, before, after, message]) => {
  cluster.objects.apply(before as Record<string, unknown>);
  expect(() => cluster.objects.apply(after as Record<string, unknown>)).toThrow(message);
});
