import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject, type NodeOptions } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(nodes: readonly NodeOptions[] = [{ name: 'a' }, { name: 'b' }]): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), nodes });
  started.push(cluster);
  return cluster;
}

function workload(kind: string, spec: Record<string, unknown> = {}, podSpec: Record<string, unknown> = {}) {
  const containers = [{ name: 'main', image: 'web:1' }];
  const template = { metadata: { labels: { app: 'it' } }, spec: { containers, ...podSpec } };
  const metadata = { name: 'it', namespace: 'default' };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata,
    spec: { selector: { matchLabels: { app: 'it' } }, template, ...spec },
  };
}

const pods = (cluster: Cluster) => cluster.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' });
const places = (cluster: Cluster) =>
  pods(cluster)
    .map(
      ({ metadata, spec }) =>
        `${(spec as { nodeName?: string }).nodeName}${metadata.deletionTimestamp ? ' ending' : ''}`,
    )
    .sort();
const node = (cluster: Cluster, name: string) =>
  cluster.objects.get({ apiVersion: 'v1', kind: 'Node', name }) as KubeObject;
const reasons = (cluster: Cluster, kind: string, namespace = 'default') =>
  cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace })
    .filter(({ involvedObject }) => (involvedObject as { kind: string }).kind === kind)
    .map(({ reason }) => reason);

function taint(cluster: Cluster, name: string, taints: readonly Record<string, string>[]): void {
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: { taints } }, 'test');
}

const drained = { key: 'drained', value: 'yes', effect: 'NoExecute' };

test('a NoExecute taint evicts pods that do not tolerate it, at once or after their toleration', async () => {
  const cluster = await start([{ name: 'a' }]);
  const toleration = { key: 'drained', operator: 'Exists' };
  for (const [name, tolerations] of Object.entries({
    hardy: [toleration],
    patient: [{ ...toleration, effect: 'NoExecute', tolerationSeconds: 60 }],
    frail: [],
  })) {
    const spec = { containers: [{ name: 'main', image: 'web:1' }], tolerations };
    cluster.objects.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec });
  }
  taint(cluster, 'a', [drained]);
  cluster.advance(2000);
  const names = () => pods(cluster).map(({ metadata }) => metadata.name);
  expect([names(), reasons(cluster, 'Pod').includes('TaintManagerEviction')]).toEqual([['hardy', 'patient'], true]);
  cluster.advance(60_000);
  expect(names()).toEqual(['hardy']);
});

test('a silent node becomes not ready after 50 seconds, and its pods move after five minutes', async () => {
  const cluster = await start([{ name: 'a' }, { name: 'b', failsAfter: 60 }]);
  cluster.objects.apply(workload('Deployment', { replicas: 2 }));
  cluster.advance(109_000);
  expect(reasons(cluster, 'Node')).toEqual([]);
  cluster.advance(1000);
  expect(reasons(cluster, 'Node')).toEqual(['NodeNotReady']);
  expect(node(cluster, 'b')).toMatchObject({
    spec: { taints: [{ key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' }, { effect: 'NoExecute' }] },
  });
  expect(JSON.stringify(node(cluster, 'b'))).toContain('Kubelet stopped posting node status.');
  expect(reasons(cluster, 'Pod')).toContain('NodeNotReady');
  const deployment = () => cluster.objects.list({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'default' })[0];
  expect(deployment()).toMatchObject({ status: { readyReplicas: 1 } });
  cluster.advance(301_000);
  expect(places(cluster)).toEqual(['a', 'a', 'b ending']);
  expect(deployment()).toMatchObject({ status: { readyReplicas: 2 } });
});

test('a StatefulSet pod stays on a lost node until its forced deletion', async () => {
  const cluster = await start([{ name: 'a', failsAfter: 60 }, { name: 'b' }]);
  cluster.objects.apply(workload('StatefulSet', { serviceName: 'it' }));
  cluster.advance(600_000);
  expect(places(cluster)).toEqual(['a ending']);
  const [pod] = pods(cluster);
  const { name = '' } = pod?.metadata ?? {};
  cluster.objects.delete({ apiVersion: 'v1', kind: 'Pod', name, namespace: 'default' }, { gracePeriodSeconds: 0 });
  cluster.advance(2000);
  expect(places(cluster)).toEqual(['b']);
});

test('a DaemonSet keeps pods on a lost node and replaces outdated ones one by one', async () => {
  const cluster = await start([{ name: 'a' }, { name: 'b', failsAfter: 60 }, { name: 'c' }]);
  cluster.objects.apply(workload('DaemonSet'));
  cluster.advance(600_000);
  expect(places(cluster)).toEqual(['a', 'b', 'c']);
  const healthy = await start([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  const readinessProbe = { tcpSocket: { port: 80 }, initialDelaySeconds: 20 };
  const containers = [{ name: 'main', image: 'web:2', readinessProbe }];
  healthy.objects.apply(workload('DaemonSet'));
  healthy.objects.apply(workload('DaemonSet', {}, { containers }));
  const updated = () => pods(healthy).filter((each) => JSON.stringify(each['spec']).includes('web:2')).length;
  healthy.advance(5000);
  expect(updated()).toBe(1);
  healthy.advance(90_000);
  expect(updated()).toBe(3);
});
