import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject, type NodeOptions } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

const zoned: readonly NodeOptions[] = [
  { name: 'a1', labels: { zone: 'a' } },
  { name: 'a2', labels: { zone: 'a' } },
  { name: 'b1', labels: { zone: 'b' } },
];

async function start(nodes: readonly NodeOptions[] = zoned): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), nodes });
  started.push(cluster);
  return cluster;
}

interface PodOptions {
  readonly labels?: Record<string, string>;
  readonly namespace?: string;
  readonly [field: string]: unknown;
}

function put(cluster: Cluster, name: string, { labels = { app: 'web' }, namespace = 'default', ...spec }: PodOptions) {
  const containers = [{ name: 'main', image: 'web:1' }];
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, labels },
    spec: { containers, ...spec },
  });
  const pod = cluster.objects.get({ apiVersion: 'v1', kind: 'Pod', namespace, name }) as KubeObject;
  const { nodeName } = pod['spec'] as { nodeName?: string };
  const { conditions = [] } = pod['status'] as { conditions?: { message?: string }[] };
  return nodeName ?? conditions[0]?.message?.replace(/\. no new claims.*/, '');
}

const term = (topologyKey: string, extra: Record<string, unknown> = {}) => ({
  topologyKey,
  labelSelector: { matchLabels: { app: 'web' } },
  ...extra,
});
const must = (kind: 'podAffinity' | 'podAntiAffinity', ...terms: unknown[]) => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: terms } },
});

test('pods with anti-affinity take a domain each, and one more stays pending', async () => {
  const cluster = await start();
  const apart = must('podAntiAffinity', term('kubernetes.io/hostname'));
  expect(['p', 'q', 'r', 's'].map((name) => put(cluster, name, apart))).toEqual([
    'a1',
    'a2',
    'b1',
    "0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules",
  ]);
});

test('a pod with anti-affinity keeps others away that have none', async () => {
  const cluster = await start();
  expect(put(cluster, 'hermit', { ...must('podAntiAffinity', term('zone')), labels: { app: 'hermit' } })).toBe('a1');
  expect([put(cluster, 'p', {}), put(cluster, 'q', {})]).toEqual(['b1', 'b1']);
  expect(put(cluster, 'elsewhere', { nodeSelector: { zone: 'a' } })).toBe(
    "0/3 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 2 node(s) didn't satisfy existing pods anti-affinity rules",
  );
});

test('pods with affinity to each other follow the first, which may go anywhere', async () => {
  const cluster = await start();
  const together = must('podAffinity', term('zone'));
  expect(put(cluster, 'p', { ...together, nodeSelector: { 'kubernetes.io/hostname': 'b1' } })).toBe('b1');
  expect(put(cluster, 'q', together)).toBe('b1');
  expect(
    put(cluster, 'r', { ...must('podAffinity', term('zone', { labelSelector: { matchLabels: { app: 'db' } } })) }),
  ).toBe("0/3 nodes are available: 3 node(s) didn't match pod affinity rules");
});

test('an affinity term selects pods of other namespaces', async () => {
  const cluster = await start();
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'data' } });
  put(cluster, 'db', { namespace: 'data', nodeSelector: { zone: 'b' } });
  expect(
    put(cluster, 'own', must('podAffinity', term('zone', { labelSelector: { matchLabels: { app: 'web' } } }))),
  ).not.toBe('b1');
  const near = must('podAffinity', term('kubernetes.io/hostname', { namespaces: ['data'] }));
  expect(put(cluster, 'other', { ...near, labels: { app: 'api' } })).toBe('b1');
});

test('the scheduler spreads pods within maxSkew', async () => {
  const cluster = await start();
  const spread = (nodeSelector: Record<string, string>) => ({
    nodeSelector,
    topologySpreadConstraints: [{ maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule', ...term('zone') }],
  });
  expect(['p', 'q', 'r'].map((name) => put(cluster, name, spread({})))).toEqual(['a1', 'b1', 'a2']);
  const cordoned = cluster.objects.get({ apiVersion: 'v1', kind: 'Node', name: 'b1' });
  cluster.objects.apply(
    { ...cordoned, metadata: { name: 'b1' }, spec: { unschedulable: true }, status: undefined },
    'test',
  );
  expect(put(cluster, 's', spread({}))).toBe(
    "0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) didn't match pod topology spread constraints",
  );
});

test('a host port is taken once, and requests of init containers count', async () => {
  const cluster = await start([{ name: 'only', cpu: '2' }]);
  const containers = [{ name: 'main', image: 'web:1', ports: [{ containerPort: 80, hostPort: 80 }] }];
  expect(put(cluster, 'p', { containers })).toBe('only');
  expect(put(cluster, 'q', { containers })).toBe(
    "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports",
  );
  const initContainers = [{ name: 'init', image: 'web:1', resources: { requests: { cpu: '3', gpu: '1' } } }];
  expect(put(cluster, 'r', { initContainers })).toBe('0/1 nodes are available: 1 Insufficient cpu, 1 Insufficient gpu');
});
