import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { type Cluster, type ImageRule, loadScenario, parseScenario, startScenario } from '../src/index.ts';
import { programEnvironment } from './support/run-program.ts';

const startTime = new Date('2026-01-01T00:00:00Z');
const password = 'correct-horse-battery';
const encode = (text: string) => Buffer.from(text).toString('base64');

const demo = await loadScenario('demo');
const leaks: ImageRule = {
  image: 'leaky:1',
  run: { exitAfter: 2, exitCode: 7, logs: [{ text: `cannot log in with ${password}` }] },
};
const slow: ImageRule = { image: 'slow:1', run: { http: { '/ready': 404 } } };
const { cluster } = await startScenario(demo, { startTime });
cluster.setImages([...demo.images, leaks, slow]);
afterAll(() => cluster.close());

const namespace = 'shop';
const env = [
  { name: 'DATABASE', value: `postgres://shop:${password}@db/shop` },
  { name: 'API_TOKEN', value: 'tiny' },
];
const labels = { app: 'leaky' };
cluster.objects.apply({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'db', namespace },
  data: { password: encode(password) },
});
cluster.objects.apply({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'leaky', namespace },
  data: { url: `x?p=${encode(password)}` },
});
cluster.objects.apply({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'leaky', namespace, annotations: { note: `log in with ${password}` } },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'leaky', image: 'leaky:1', env }] } },
  },
});
cluster.objects.apply({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'slow', namespace, labels: { app: 'slow' } },
  spec: { containers: [{ name: 'slow', image: 'slow:1', readinessProbe: { httpGet: { path: '/ready', port: 80 } } }] },
});
cluster.objects.apply({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent', namespace },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [{ name: 'agent', image: 'agent:1' }] } },
  },
});
cluster.advance(120_000);

/** Runs `kube-sim record`. */
async function record(): Promise<string> {
  const variables = await programEnvironment(cluster);
  const output = join(variables['HOME'] ?? '', 'recorded.yaml');
  const main = fileURLToPath(new URL('../commands/main.ts', import.meta.url));
  const args = ['--conditions=@shipmate/source', main, 'record', '--namespace', namespace, '--output', output];
  await promisify(execFile)(process.execPath, args, { env: variables });
  return readFile(output, 'utf8');
}

/** The failures of each workload's pods. */
function failuresOf(of: Cluster): readonly string[] {
  const pods = of.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace });
  return pods
    .map((pod) => {
      const status = JSON.stringify(pod['status']);
      const reasons = ['CrashLoopBackOff', 'OOMKilled', '"exitCode":1,', '"exitCode":7,', 'ImagePullBackOff'];
      return `${pod.metadata.labels?.['app']}: ${reasons.filter((each) => status.includes(each)).join(' ')}`;
    })
    .sort();
}

const text = await record();

test('a recorded namespace shows the same faults with their evidence', async () => {
  const running = await startScenario(parseScenario(text), { startTime });
  expect(running.showsEvidence()).toBe(true);
  expect(running.isRepaired()).toBe(false);
  expect(failuresOf(running.cluster)).toEqual(failuresOf(cluster));
  expect(failuresOf(cluster)).toEqual(
    expect.arrayContaining(['checkout: CrashLoopBackOff "exitCode":1,', 'leaky: CrashLoopBackOff "exitCode":7,']),
  );
  await running.cluster.close();
});

test('a repair of the cluster repairs its recording', async () => {
  const running = await startScenario(parseScenario(text), { startTime });
  const patch = {
    image: 'registry.example.com/shop/recommendations:0.12.1',
    name: 'recommendations',
    resources: { limits: { memory: '512Mi' } },
  };
  running.change([
    {
      do: 'apply',
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'recommendations', namespace },
        spec: { template: { spec: { containers: [patch] } } },
      },
    },
  ]);
  running.awaitOutcome();
  expect(failuresOf(running.cluster)).toContain('recommendations: ');
  await running.cluster.close();
});

test('a recording turns missing variables and failing probes into rule conditions', async () => {
  const { images } = parseScenario(text);
  const ruleOf = (image: string) => images.find((each) => each.image.includes(image));
  expect(ruleOf('checkout')).toMatchObject({ when: { env: { PAYMENTS_URL: null } }, run: { exitCode: 1 } });
  expect(ruleOf('recommendations')).toMatchObject({ when: { memoryLimitBelow: '384Mi' }, run: { oomKilled: true } });
  expect(ruleOf('slow')).toMatchObject({ run: { http: { '/ready': 404 } } });
});

test('a recording contains no secrets', () => {
  expect(text).not.toContain(password);
  expect(text).not.toContain(encode(password));
  expect(text).not.toContain('tiny');
  expect(text).toContain('cannot log in with redacted');
  expect(text).toContain('postgres://shop:redacted@db/shop');
});

test('a recording leaves out objects of controllers', () => {
  const { objects, images } = parseScenario(text);
  const kinds = objects.map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(['Namespace', 'Deployment', 'StatefulSet', 'DaemonSet', 'Service', 'Ingress']),
  );
  for (const made of ['ReplicaSet', 'Endpoints', 'EndpointSlice']) expect(kinds).not.toContain(made);
  expect(objects.filter(({ kind }) => kind === 'Pod')).toMatchObject([{ metadata: { name: 'slow' } }]);
  expect(JSON.stringify(objects)).not.toMatch(/managedFields|resourceVersion|"uid"|kube-root-ca|template\.generation/);
  const [leaky] = images.filter(({ image }) => image === 'leaky:1');
  expect(leaky).toMatchObject({ run: { exitAfter: 2, exitCode: 7 } });
});
