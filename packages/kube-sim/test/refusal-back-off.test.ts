import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01') });
  started.push(cluster);
  return cluster;
}

const metadata = { name: 'web', namespace: 'default' };
const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
const workload = (kind: string, spec: Record<string, unknown> = {}) => ({
  apiVersion: 'apps/v1',
  kind,
  metadata,
  spec: { selector: { matchLabels: { app: 'web' } }, template, ...spec },
});
const quota = (pods: string) => ({ apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods } } });
const pods = (cluster: Cluster) => cluster.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' });
const refusals = (cluster: Cluster) =>
  cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
    .filter(({ reason }) => reason === 'FailedCreate')
    .reduce((sum, { count }) => sum + Number(count), 0);

// The work queues of kube-controller-manager start at 5 ms, double, and stop at 1000 s (client-go util/workqueue/default_rate_limiters.go).
test.each(['Deployment', 'StatefulSet', 'DaemonSet'])(
  'a %s retries refused pods with a delay that doubles up to 1000 seconds',
  async (kind) => {
    const cluster = await start();
    cluster.objects.apply(quota('0'));
    cluster.objects.apply(workload(kind));
    cluster.advance(328_000);
    const first = refusals(cluster);
    cluster.objects.apply(quota('10'));
    cluster.advance(300_000);
    expect(pods(cluster)).toEqual([]);
    expect(refusals(cluster)).toBe(first);
    cluster.advance(400_000);
    expect(pods(cluster)).not.toEqual([]);
  },
);

test('a ReplicaSet creates refused pods at once when its spec changes', async () => {
  const cluster = await start();
  cluster.objects.apply(quota('0'));
  cluster.objects.apply(workload('Deployment', { replicas: 1 }));
  cluster.advance(400_000);
  cluster.objects.apply(quota('10'));
  cluster.objects.apply(workload('Deployment', { replicas: 2 }));
  cluster.advance(1000);
  expect(pods(cluster)).toHaveLength(2);
});

test('a Job retries refused pods at most a minute later', async () => {
  const cluster = await start();
  cluster.objects.apply(quota('0'));
  const spec = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'web:1' }] } } };
  cluster.objects.apply({ apiVersion: 'batch/v1', kind: 'Job', metadata, spec });
  cluster.advance(600_000);
  cluster.objects.apply(quota('10'));
  cluster.advance(60_000);
  expect(pods(cluster)).toHaveLength(1);
});
