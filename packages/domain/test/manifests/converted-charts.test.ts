import { expect, it } from 'vitest';
import { convertManifests } from '../../src/manifests/convert-manifests.ts';

/** Manifests by the name of the file that holds the templates, values and remarks of their chart. */
const samples: Readonly<Record<string, string>> = {
  deployment: `# The shop.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-shop # its name
  namespace: shop
  labels: {app: web, "app.kubernetes.io/managed-by": kustomize, "helm.sh/chart": old-1}
spec:
  replicas: 3 # enough
  template:
    spec:
      initContainers:
      - {name: migrate, image: "registry.example:5000/migrate"}
      containers:
      - name: web
        image: ghcr.io/acme/web:1.2.3@sha256:0a
        env:
        - {name: LEVEL, value: info}
        - {name: LEVEL, value: again}
        - {name: TOKEN, valueFrom: {secretKeyRef: {name: tokens, key: token}}}
        - {name: odd.name, value: "012"}
        - {name: EMPTY}
        resources: {limits: {cpu: 1}}
      - {name: side-car, image: "not an image"}
`,
  single: `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  replicas: -1
  jobTemplate:
    spec:
      template:
        spec:
          containers: [{name: main, image: "busybox:1"}]
---
apiVersion: v1
kind: Pod
metadata: {name: once}
spec: {containers: [{name: main, image: alpine}, text]}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: nightly}
spec: {replicas: 1000000, template: {spec: {containers: [{name: main}]}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: nightly}
spec: {template: {spec: {containers: [{name: main, resources: [1]}]}}}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: nightly, namespace: other}
spec: {template: {spec: {containers: [{name: main, image: "a:2"}]}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: pod-like}
spec: {containers: [{name: main, image: "a:2"}]}
`,
  network: `apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: ClusterIP # internal
  ports:
  - {name: http-main, port: 80, targetPort: 8080}
  - {port: 9090}
  - {port: eighty}
  - 1
---
apiVersion: v1
kind: Service
metadata: {name: plain}
spec: {selector: {app: web}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  rules:
  - host: shop.example.com
    http: {paths: [{path: /, backend: {service: {name: web, port: {name: http-main}}}}]}
  - {host: ""}
  - http: {paths: []}
  tls:
  - {hosts: [shop.example.com, other.example.com, 7], secretName: tls}
  - {secretName: other}
`,
  references: `apiVersion: v1
kind: Pod
metadata: {name: a, namespace: shop}
spec:
  serviceAccountName: bot
  imagePullSecrets: [{name: pull}]
  volumes:
  - {name: config, configMap: {name: config}}
  - {name: data, persistentVolumeClaim: {claimName: data}}
  - {name: missing, secret: {secretName: missing}}
  containers:
  - name: config
    envFrom: [{configMapRef: {name: config}}, {configMapRef: {name: elsewhere}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: config, namespace: shop}
data: {name: config, namespace: shop}
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: bot}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}}
---
{apiVersion: v1, kind: Secret, metadata: {name: pull}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: shop}}
---
{apiVersion: v1, kind: Namespace, metadata: {name: unused}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: bot}
subjects: [{kind: ServiceAccount, name: bot, namespace: shop}, {kind: User, name: bot, namespace: default}]
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: widgets.example.com, labels: {app: config}}}
`,
  secrets: `{apiVersion: v1, kind: Secret, metadata: {name: my-keys}, data: {a: eA==}, stringData: {b: x, 7: y}}
---
{apiVersion: v1, kind: Secret, metadata: {name: empty}}
---
{apiVersion: example.com/v1, kind: Secret, metadata: {name: other}, data: {a: eA==}}
`,
  values: `{apiVersion: v1, kind: Pod, metadata: {name: secrets}, spec: {containers: [{name: main, image: "slot:0x1", env: [{name: TAB, value: "\\tone"}, {name: SIGN, value: "+1"}, {name: WORD, value: word}, {name: LINES, value: "one\\ntwo"}, {name: __proto__, value: own}]}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: Global, namespace: a-b}, spec: {containers: [{name: main, image: "b"}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: 9lives, namespace: a.b}, spec: {containers: [{name: main, image: "{{ c }}"}]}}
---
{apiVersion: v1, kind: Pod, metadata: {name: constructor}, spec: {containers: [{name: main, image: "b"}]}}
---
{apiVersion: v1, kind: constructor, metadata: {name: to-string}, spec: {}}
`,
  'clashing-names': `{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: a}, spec: {template: {spec: {containers: [{name: x, image: "a:1"}]}}}}
---
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: b}, spec: {template: {spec: {containers: [{name: x, image: "a:2"}]}}}}
---
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: c}, spec: {template: {spec: {containers: [{name: x, image: "a:3"}]}}}}
---
{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: d}, spec: {template: {spec: {containers: [{name: x, image: "a:4"}]}}}}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: agent}
spec: {rules: [{host: a-b.example}, {host: a.b.example}, {host: a.b-example}, {host: 1.example}]}
`,
  comments: `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop # the team's
spec:
  type:
    # internal
    ClusterIP
  ports:
  - port: 80 # http
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: main
    env:
    - name: LEVEL
      value: info # or debug
`,
  'odd-fields': `apiVersion: apps/v1
kind: Deployment
metadata: {name: none}
spec: {replicas: 0, template: {spec: {containers: [{name: main, env: [text, {name: 7, value: seven}, {name: A, value: a}]}]}}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: quoted}, spec: {replicas: "3", template: {spec: {containers: []}}}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: half}, spec: {replicas: 1.5, template: {spec: {containers: []}}}}
---
{apiVersion: example.com/v1, kind: Gateway, metadata: {name: entry}, spec: {type: public, ports: [{port: 80}]}}
---
{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {name: entry}, spec: {rules: all}}
---
{apiVersion: v1, kind: Secret, metadata: {name: keys}, data: {? [a] : eA==}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: "5"}}
---
{apiVersion: v1, kind: Secret, metadata: {name: undefined}}
---
apiVersion: v1
kind: Pod
metadata: {name: numbers}
spec:
  base: &base {large: 12345678901234567890, time: 2001-12-14 21:59:43.10 -5}
  derived: {<<: *base, small: 1}
  large: 12345678901234567890
  time: 2001-12-14 21:59:43.10 -5
  volumes: [{name: a, configMap: {name: 5}}, {name: b, secret: {secretName: 7}}]
`,
};

it.each(Object.entries(samples))(
  'convertManifests converts the sample %s to the chart in converted-charts',
  async (name, content) => {
    const { files, left, notes } = convertManifests([{ name: 'all.yaml', content }], 'shop');
    const made = files.filter(
      ({ path }) => path.startsWith('templates/') || path.startsWith('crds/') || path === 'values.yaml',
    );
    const text = [
      ...made.filter(({ path }) => !path.endsWith('.tpl')).map((file) => `## ${file.path}\n${file.content}`),
      ...[...left, ...notes].map(({ source, message }) => `## ${source}: ${message}`),
    ].join('\n');
    await expect(`${text}\n`).toMatchFileSnapshot(`converted-charts/${name}.txt`);
  },
);

it('convertManifests makes a chart that Helm recognizes', () => {
  const { files } = convertManifests([{ name: 'all.yaml', content: samples['secrets'] ?? '' }], 'shop');
  const chart = new Map(files.map(({ path, content }) => [path, content]));
  expect([...chart.keys()]).toEqual([
    '.helmignore',
    'Chart.yaml',
    'templates/my-keys-secret.yaml',
    'templates/empty-secret.yaml',
    'templates/other-secret.yaml',
    'templates/_helpers.tpl',
    'values.yaml',
  ]);
  expect(chart.get('Chart.yaml')).toMatch(/^apiVersion: v2\nname: shop\n/u);
  expect(chart.get('templates/_helpers.tpl')).toContain('{{- define "shop.resourceName" -}}');
  expect(chart.get('templates/_helpers.tpl')).toContain('{{- define "shop.labels" -}}');
});

it('convertManifests names the document and item that it skips, and takes an item of a list as an object', () => {
  const list =
    '{apiVersion: v1, kind: ConfigMapList, items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}, 7]}';
  const { files, left } = convertManifests([
    { name: 'list.yaml', content: `${list}\n---\n---\n{kind: Pod}` },
    { name: 'one.yaml', content: '{apiVersion: v1, kind: Thing, items: [1], metadata: {name: b}}' },
  ]);
  expect(
    files.map(({ path }) => path).filter((path) => path.endsWith('map.yaml') || path.endsWith('thing.yaml')),
  ).toEqual(['templates/a-configmap.yaml', 'templates/b-thing.yaml']);
  expect(left.map(({ source }) => source)).toEqual(['list.yaml, document 1, item 2', 'list.yaml, document 3']);
});

it.each([
  ['Deployment', 'Service'],
  ['Deployment', 'StatefulSet'],
  ['Job', 'Pod'],
])('convertManifests names the chart after the %s before the %s, wherever it is', (first, second) => {
  const content = `{apiVersion: v1, kind: ${second}, metadata: {name: second}}\n---\n{apiVersion: v1, kind: ${first}, metadata: {name: first}}`;
  expect(convertManifests([{ name: 'all.yaml', content }]).name).toBe('first');
});

it.each([
  ['12-Shop-', 'shop'],
  ['1', 'new-chart'],
  ['x'.repeat(60), 'x'.repeat(40)],
])('convertManifests makes a chart name of %j', (name, chartName) => {
  const content = `{apiVersion: v1, kind: Pod, metadata: {name: "${name}"}}`;
  expect(convertManifests([{ name: 'all.yaml', content }]).name).toBe(chartName);
});

it('convertManifests removes only the fields and annotations that a cluster added', () => {
  const annotations = '{deployment.kubernetes.io/revision: "1", team: shop}';
  const content = `{apiVersion: v1, kind: Pod, metadata: {name: a, uid: "1", generation: 2, annotations: ${annotations}}, status: {}}`;
  const { files, notes } = convertManifests([{ name: 'all.yaml', content }]);
  const template = files.find(({ path }) => path === 'templates/a-pod.yaml')?.content ?? '';
  expect(template).toContain('  annotations:\n    team: shop\n');
  expect(template).not.toMatch(/uid|generation|revision|status/u);
  expect(notes).toHaveLength(1);
});

it('convertManifests takes the first of two objects that differ only in the version of their API', () => {
  const pod = (version: string, name: string) => `{apiVersion: ${version}, kind: Job, metadata: {name: ${name}}}`;
  const content = [pod('batch/v1', 'a'), pod('batch/v1beta1', 'a'), pod('other/v1', 'a')].join('\n---\n');
  const { files, left } = convertManifests([{ name: 'all.yaml', content }]);
  expect(files.filter(({ path }) => path.includes('-job'))).toHaveLength(2);
  expect(left).toEqual([{ source: 'all.yaml, document 2', message: 'Job a occurs twice; only the first is used.' }]);
});
