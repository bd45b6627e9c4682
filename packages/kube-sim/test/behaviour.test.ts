import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type ClusterOptions, type KubeObject } from '../src/index.ts';

const startTime = new Date('2026-01-01T00:00:00Z');
const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await createCluster({ startTime, ...options });
  started.push(cluster);
  return cluster;
}

const selector = { matchLabels: { app: 'web' } };

function workload(kind: string, container: Record<string, unknown>, spec: Record<string, unknown> = {}) {
  const template = {
    metadata: { labels: { app: 'web' } },
    spec: { containers: [{ name: 'main', image: 'web:1', ...container }] },
  };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'web', namespace: 'default' },
    spec: { selector, template, ...spec },
  };
}

function pod(name: string, container: Record<string, unknown>, spec: Record<string, unknown> = {}) {
  const containers = [{ name: 'main', image: 'busybox', ...container }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec: { containers, ...spec } };
}

const listPods = (cluster: Cluster) => cluster.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' });
const getPod = (cluster: Cluster, name: string) =>
  cluster.objects.get({ apiVersion: 'v1', kind: 'Pod', namespace: 'default', name });
const text = (object: KubeObject | undefined) => JSON.stringify(object ?? {});

function reasons(cluster: Cluster, name: string): readonly string[] {
  return cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
    .filter((event) => text(event).includes(`"name":"${name}"`))
    .map((event) => `${String(event['reason'])} x${String(event['count'])}`);
}

test('a crashing container restarts after 0, 10, 20 and 40 seconds, then at most every five minutes', async () => {
  const cluster = await start();
  cluster.objects.apply(pod('crasher', { command: ['sh', '-c', 'exit 3'] }));
  const restarts = () => Number(/"restartCount":(\d+)/.exec(text(getPod(cluster, 'crasher')))?.[1]);
  const seen = [0, 10, 20, 40, 80, 160, 300, 300].map((seconds) => {
    cluster.advance(seconds * 1000);
    return restarts();
  });
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(text(getPod(cluster, 'crasher'))).toContain('"exitCode":3');
});

test("a pod with restart policy Never ends with its containers' result", async () => {
  const cluster = await start();
  cluster.objects.apply(pod('good', { command: ['sh', '-c', 'echo hi; sleep 5'] }, { restartPolicy: 'Never' }));
  cluster.objects.apply(pod('bad', { command: ['sh', '-c', 'sleep 5; exit 1'] }, { restartPolicy: 'Never' }));
  expect(text(getPod(cluster, 'good'))).toContain('"phase":"Running"');
  cluster.advance(5000);
  expect(text(getPod(cluster, 'good'))).toContain('"phase":"Succeeded"');
  expect(text(getPod(cluster, 'bad'))).toContain('"phase":"Failed"');
});

test('init containers run one after the other before the main containers', async () => {
  const cluster = await start();
  const initContainers = [
    { name: 'first', image: 'busybox', command: ['sleep', '10'] },
    { name: 'second', image: 'busybox', command: ['sleep', '10'] },
  ];
  cluster.objects.apply(pod('slow', {}, { initContainers }));
  const initialized = () =>
    /"status":"(\w+)","type":"Initialized"|"type":"Initialized","status":"(\w+)"/
      .exec(text(getPod(cluster, 'slow')))
      ?.slice(1)
      .join('');
  cluster.advance(19_000);
  expect(initialized()).toBe('False');
  cluster.advance(1000);
  expect(initialized()).toBe('True');
  expect(text(getPod(cluster, 'slow'))).toContain('"phase":"Running"');
});

test('a failing liveness probe restarts the container', async () => {
  const cluster = await start({ images: [{ image: 'web:*', run: { listens: [] } }] });
  const livenessProbe = { tcpSocket: { port: 80 }, periodSeconds: 5, failureThreshold: 2 };
  cluster.objects.apply(pod('deaf', { image: 'web:1', livenessProbe }));
  cluster.advance(5000);
  expect(text(getPod(cluster, 'deaf'))).toContain('"restartCount":1');
  expect(reasons(cluster, 'deaf')).toEqual(expect.arrayContaining(['Killing x1', 'Started x2']));
});

test('a rollout of an unstartable image keeps the old pods, exceeds its deadline, and recovers with the old image', async () => {
  const cluster = await start({ images: [{ image: 'web:2', pull: 'missing' }] });
  cluster.objects.apply(workload('Deployment', {}, { replicas: 4 }));
  cluster.objects.apply(workload('Deployment', { image: 'web:2' }, { replicas: 4 }));
  cluster.advance(601_000);
  const deployment = () =>
    text(cluster.objects.get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'web' }));
  expect(deployment()).toContain('ProgressDeadlineExceeded');
  expect(deployment()).toContain('"availableReplicas":3');
  cluster.objects.apply(workload('Deployment', {}, { replicas: 4 }));
  cluster.advance(2000);
  expect(deployment()).toContain('NewReplicaSetAvailable');
  expect(listPods(cluster)).toHaveLength(4);
});

test('a StatefulSet creates and deletes pods in order and keeps their claims', async () => {
  const cluster = await start();
  const readinessProbe = { tcpSocket: { port: 80 }, initialDelaySeconds: 10 };
  const volumeClaimTemplates = [
    {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ];
  cluster.objects.apply(workload('StatefulSet', { readinessProbe }, { replicas: 3, volumeClaimTemplates }));
  const names = () => listPods(cluster).map(({ metadata }) => metadata.name);
  expect(names()).toEqual(['web-0']);
  cluster.advance(10_000);
  expect(names()).toEqual(['web-0', 'web-1']);
  cluster.advance(20_000);
  cluster.objects.apply(workload('StatefulSet', { readinessProbe }, { replicas: 1, volumeClaimTemplates }));
  cluster.advance(5000);
  expect(names()).toEqual(['web-0']);
  const claims = cluster.objects.list({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'default' });
  expect(claims.map(({ metadata, status }) => [metadata.name, text(status as KubeObject).includes('Bound')])).toEqual([
    ['data-web-0', true],
    ['data-web-1', true],
    ['data-web-2', true],
  ]);
});

test('a repeated refusal is recorded in ten events, then combined, and stays in the status', async () => {
  const cluster = await start();
  const metadata = { name: 'none', namespace: 'default' };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '0' } } });
  cluster.objects.apply(workload('Deployment', {}, { replicas: 2 }));
  cluster.advance(600_000);
  const eventTexts = cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
    .filter(({ reason }) => reason === 'FailedCreate')
    .map(({ message }) => message as string);
  expect(eventTexts).toHaveLength(10);
  expect(
    eventTexts.filter((each) => each.startsWith('(combined from similar events): Error creating: pods "')),
  ).toHaveLength(1);
  const [set] = cluster.objects.list({ apiVersion: 'apps/v1', kind: 'ReplicaSet', namespace: 'default' });
  const message = expect.stringMatching(/^pods "web-.* is forbidden: exceeded quota: none/) as string;
  expect(set).toMatchObject({ status: { conditions: [{ type: 'ReplicaFailure', message }] } });
});

test('a job retries up to its limit, then fails', async () => {
  const cluster = await start();
  const template = {
    spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox', command: ['false'] }] },
  };
  cluster.objects.apply({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'failing', namespace: 'default' },
    spec: { backoffLimit: 2, template },
  });
  cluster.advance(10_000);
  expect(listPods(cluster)).toHaveLength(2);
  cluster.advance(20_000);
  expect(listPods(cluster)).toHaveLength(3);
  const job = cluster.objects.get({ apiVersion: 'batch/v1', kind: 'Job', namespace: 'default', name: 'failing' });
  expect(text(job)).toContain('BackoffLimitExceeded');
});

test('the scheduler binds a pod to a node with room that it tolerates, or reports the reasons', async () => {
  const nodes = [
    { name: 'small', cpu: '1' },
    { name: 'gpu', cpu: '8', taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] },
  ];
  const cluster = await start({ nodes });
  const resources = { requests: { cpu: '2' } };
  cluster.objects.apply(pod('homeless', { resources }));
  expect(text(getPod(cluster, 'homeless'))).toContain(
    '0/2 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s).',
  );
  cluster.objects.apply(pod('tolerant', { resources }, { tolerations: [{ key: 'gpu', operator: 'Exists' }] }));
  expect(getPod(cluster, 'tolerant')).toMatchObject({ spec: { nodeName: 'gpu' } });
});

test('two clusters with the same start and the same steps are equal', async () => {
  const run = async () => {
    const cluster = await start();
    cluster.objects.apply(workload('Deployment', { command: ['sh', '-c', 'sleep 7; exit 1'] }, { replicas: 3 }));
    cluster.advance(300_000);
    return listPods(cluster).map((each) => [
      each.metadata.name,
      each.metadata.uid,
      (each['status'] as { phase: string }).phase,
    ]);
  };
  expect(await run()).toEqual(await run());
});

test('a pod becomes available after being ready for minReadySeconds', async () => {
  const cluster = await start();
  cluster.objects.apply(workload('Deployment', {}, { replicas: 2, minReadySeconds: 30 }));
  const deployment = () =>
    cluster.objects.get({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default', name: 'web' });
  cluster.advance(29_000);
  expect(deployment()).toMatchObject({ status: { readyReplicas: 2, unavailableReplicas: 2 } });
  cluster.advance(1000);
  expect(deployment()).toMatchObject({ status: { availableReplicas: 2 } });
  cluster.objects.apply(workload('Deployment', { image: 'web:2' }, { replicas: 2, minReadySeconds: 30 }));
  cluster.advance(29_000);
  expect(listPods(cluster).filter((each) => text(each).includes('"image":"web:1"'))).not.toEqual([]);
  cluster.advance(60_000);
  expect(listPods(cluster).filter((each) => text(each).includes('"image":"web:1"'))).toEqual([]);
});

test('a probe period of zero means the default', async () => {
  const cluster = await start();
  cluster.objects.apply(
    pod('zero', { livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: 0, failureThreshold: 0 } }),
  );
  cluster.advance(60_000);
  expect(text(getPod(cluster, 'zero'))).toMatch(/"periodSeconds":10/);
  const wrong = pod('wrong', { livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: -1 } });
  expect(() => cluster.objects.apply(wrong)).toThrow('livenessProbe.periodSeconds: Invalid value: -1: must be greater');
});

test.each(['Deployment', 'StatefulSet'])(
  'a %s with a million replicas gets as many pods as the simulator holds',
  async (kind) => {
    const cluster = await start({ maxPods: 50 });
    const parallel = kind === 'StatefulSet' && { podManagementPolicy: 'Parallel' };
    cluster.objects.apply(workload(kind, {}, { replicas: 1_000_000, ...parallel }));
    cluster.advance(1000);
    expect(listPods(cluster)).toHaveLength(50);
    const eventTexts = cluster.objects
      .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
      .map(text)
      .join('');
    expect(eventTexts).toContain('the simulator holds at most 50 pods');
  },
);
