import { convertManifests } from '@shipmate/domain/manifests';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { createTestHelm } from '../../test/support/test-helm.ts';
import type { HelmPort } from './helm-port.ts';

type Json = Record<string, unknown>;
const { signal } = new AbortController();
const chartLabels = ['helm.sh/chart', 'app.kubernetes.io/managed-by'];

let helm: HelmPort;
beforeAll(async () => {
  helm = await createTestHelm(4);
});

function convert(content: string) {
  return convertManifests([{ name: 'all.yaml', content }], 'shop');
}

function parse(yaml: string): readonly Json[] {
  const documents = parseAllDocuments(yaml, { version: '1.1', merge: true });
  return documents.map((document): unknown => document.toJS()).filter((value): value is Json => value !== null);
}

async function render(content: string, values = ''): Promise<readonly Json[]> {
  const files = new Map(convert(content).files.map((file) => [file.path, file.content]));
  files.set('given.yaml', values);
  const outcome = await helm.template({ organizationId: 'acme', files, root: '', valuesFiles: ['given.yaml'] }, signal);
  expect(outcome).toMatchObject({ succeeded: true, message: '' });
  return parse(outcome.output);
}

/** Returns an object without the labels that its chart adds. */
function withoutChartLabels(object: Json): Json {
  const metadata = object['metadata'] as Json;
  const labels = Object.entries((metadata['labels'] ?? {}) as Json).filter(([key]) => !chartLabels.includes(key));
  const { labels: _labels, ...rest } = metadata;
  return { ...object, metadata: labels.length === 0 ? rest : { ...rest, labels: Object.fromEntries(labels) } };
}

const byName = (left: Json, right: Json): number => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);
const normalize = (objects: readonly Json[]): readonly Json[] => objects.map(withoutChartLabels).sort(byName);

const deployment = `# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-shop # its name
  namespace: shop
  labels: {app: web, "app.kubernetes.io/managed-by": kustomize}
spec:
  replicas: 3 # enough
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
      annotations:
        tpl: "{{ .not.ours }} and }} and {{- x }}"
    spec:
      serviceAccountName: web
      initContainers:
      - {name: migrate, image: "registry.example:5000/migrate"}
      containers:
      - name: web
        image: ghcr.io/acme/web:1.2.3@sha256:${'a'.repeat(64)}
        ports: [{containerPort: 8080}]
        env:
        - {name: "YES", value: "yes"}
        - {name: NUMBER, value: "0123"}
        - {name: odd.name, value: 'say "hi" {{ there }}'}
        - name: LINES
          value: |
            one
              two
        - {name: TOKEN, valueFrom: {secretKeyRef: {name: tokens, key: token}}}
        - {name: "YES", value: again}
        envFrom: [{configMapRef: {name: web}}]
        resources:
          limits: {memory: 256Mi, cpu: 0.5}
      - name: sidecar
        image: nginx
        resources: {}
      volumes:
      - {name: config, configMap: {name: web, defaultMode: 0644}}
`;
const service = `apiVersion: v1
kind: Service
metadata: {name: web-shop, namespace: shop}
spec:
  type: NodePort
  selector: {app: web}
  ports:
  - {port: 80, targetPort: http, nodePort: 30080}
  - {name: metrics, port: 9090}
`;
const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web-shop, namespace: shop}
spec:
  tls: [{hosts: [shop.example.com, "*.example.com"], secretName: tls}]
  rules:
  - host: shop.example.com
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web-shop, port: {number: 80}}}}]}
  - http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: elsewhere, port: {name: http}}}}]}
`;
const configMap = `apiVersion: v1
kind: ConfigMap
metadata: {name: web, namespace: shop}
data:
  name: web
  nginx.conf: |
    server {{ upstream }} {
      listen 80;
    }
  slot: slot0x
  "on": 'yes'
`;
const others = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: web, namespace: shop}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: "system:web"}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: web, namespace: shop}]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web-shop, namespace: shop}
spec: {maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web-shop}}
---
apiVersion: batch/v1
kind: CronJob
metadata: {name: "123"}
spec:
  schedule: "*/5 * * * *"
  jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: a, image: "busybox:1.36"}]}}}}
`;
const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ships.example.com}
spec:
  group: example.com
  names: {kind: Ship, plural: ships, singular: ship}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, description: "as {{ it }} is"}}
`;
const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...parse(service), ...parse(configMap)] });
const everything = [deployment, service, ingress, configMap, others, crd].join('---\n');

it.each([
  ['a workload', deployment],
  ['a service', service],
  ['an ingress', ingress],
  ['texts with actions of other templates', configMap],
  ['roles, scalers, jobs, cluster-wide objects', others],
  ['a definition of resources', crd],
  ['all of them', everything],
  [
    'a service and a workload of one name twice',
    [deployment, service, deployment.replaceAll(/(namespace:) shop/g, '$1 other')].join('---\n'),
  ],
])('rendered manifests equal the converted ones: %s', async (_name, content) => {
  const wanted = parse(content).filter((object) => object['kind'] !== 'List');
  expect(normalize(await render(content))).toEqual(normalize(wanted));
});

it('rendered manifests equal the converted ones: the items of a list in JSON', async () => {
  expect(normalize(await render(list))).toEqual(normalize([...parse(service), ...parse(configMap)]));
});

it('the chart adds its labels to every object', async () => {
  const rendered = (await render(everything)).filter(({ kind }) => kind !== 'CustomResourceDefinition');
  for (const { metadata } of rendered) {
    expect(metadata).toMatchObject({
      labels: { 'helm.sh/chart': 'shop-0.1.0', 'app.kubernetes.io/managed-by': 'Helm' },
    });
  }
});

it('values change the fields that they set, and references follow', async () => {
  const values = `namePrefix: staging-
namespaces: {shop: staging}
webShop:
  replicas: 1
  containers: {web: {image: {tag: "2.0"}, env: {"YES": "no"}, resources: {limits: {cpu: 2}}}}
  service: {ports: {metrics: 9191}}
  ingress: {hosts: {shopExampleCom: staging.example.com}}
`;
  const rendered = await render(everything, values);
  const text = JSON.stringify(rendered);
  expect(text).not.toContain('"namespace":"shop"');
  expect(rendered.find(({ kind }) => kind === 'Deployment')).toMatchObject({
    metadata: { name: 'staging-web-shop', namespace: 'staging' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'web' } },
      template: { spec: { serviceAccountName: 'staging-web', volumes: [{ configMap: { name: 'staging-web' } }] } },
    },
  });
  expect(text).toContain('/web:2.0@sha256');
  expect(text).toContain('{"name":"YES","value":"no"}');
  expect(text).toContain('"port":9191');
  expect(text).toContain('"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"staging-web-shop"}');
  expect(text).toContain('"service":{"name":"staging-web-shop"');
  expect(text).toContain('"service":{"name":"elsewhere"');
  expect(text).toContain('"hosts":["staging.example.com","*.example.com"]');
  expect(text).toContain('"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"view"}');
  expect(rendered.find(({ kind }) => kind === 'Namespace')).toMatchObject({ metadata: { name: 'staging' } });
});

describe('a Secret', () => {
  const secret = `apiVersion: v1
kind: Secret
metadata: {name: db, namespace: shop, annotations: {kubectl.kubernetes.io/last-applied-configuration: "hunter2"}}
type: Opaque
stringData: {password: hunter2}
data: {user: aHVudGVyMg==}
`;

  it('is converted without its contents, and the report says so', async () => {
    const { files, notes } = convert(secret);
    expect(JSON.stringify(files)).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(notes.map(({ message }) => message).join()).toMatch(
      /Secret db were not copied\. Give user, password in values, under secrets\.db/,
    );
    expect(await render(secret)).toEqual([]);
  });

  it('is rendered from values', async () => {
    expect(await render(secret, 'secrets: {db: {password: "007"}}\n')).toMatchObject([
      { kind: 'Secret', metadata: { name: 'db' }, type: 'Opaque', stringData: { password: '007' } },
    ]);
  });
});

it('any text renders unchanged', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        '{{',
        '}}',
        '"',
        "'",
        '\\',
        '\n',
        ' ',
        ':',
        '#',
        '-',
        '$',
        '0',
        '1',
        'e',
        'ü',
        '🚢',
        '%',
        '`',
        '\t',
        'slot',
      ),
      fc.string({ maxLength: 1 }),
    ),
    maxLength: 12,
  });
  const texts = fc.array(text, { minLength: 60, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      const metadata = { name: 'a' };
      const env = values.map((value, index) => ({ name: `V${index}`, value }));
      const data = Object.fromEntries(values.map((value, index) => [`k${index}`, value]));
      const objects = [
        { apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers: [{ name: 'a', image: 'a:1', env }] } },
        { apiVersion: 'v1', kind: 'ConfigMap', metadata, data },
      ];
      const rendered = await render(objects.map((object) => JSON.stringify(object)).join('\n---\n'));
      expect(normalize(rendered)).toEqual(normalize(objects));
    }),
    { numRuns: 8 },
  );
});
