import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubernetesVersion } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(kubernetesVersion: KubernetesVersion = '1.34'): Promise<Cluster> {
  const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }];
  const nodes = [{ name: 'gpu-1', taints }];
  const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z'), nodes, kubernetesVersion });
  started.push(cluster);
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'it', namespace: 'default' },
    spec: { containers: [{ name: 'main', image: 'web:1' }] },
  });
  return cluster;
}

const events = (cluster: Cluster) => cluster.objects.list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' });

// Schedulers write through events.k8s.io: eventTime and series instead of count and timestamps (client-go tools/events).
test('a FailedScheduling event has an eventTime and neither count nor timestamps', async () => {
  const cluster = await start();
  expect(events(cluster)).toMatchObject([
    {
      reason: 'FailedScheduling',
      type: 'Warning',
      action: 'Scheduling',
      eventTime: '2026-01-01T00:00:00.000000Z',
      firstTimestamp: null,
      lastTimestamp: null,
      source: {},
      reportingComponent: 'default-scheduler',
    },
  ]);
  expect(events(cluster)[0]).not.toHaveProperty('count');
  const { body } = await createApiClient(cluster)('/apis/events.k8s.io/v1/namespaces/default/events');
  const [shown] = (body as { items: Record<string, unknown>[] }).items;
  expect(shown).toMatchObject({ eventTime: '2026-01-01T00:00:00.000000Z', deprecatedFirstTimestamp: null });
});

test('the scheduler retries an unschedulable pod every five minutes and increments its event series', async () => {
  const cluster = await start();
  cluster.advance(290_000);
  expect(events(cluster)).toHaveLength(1);
  cluster.advance(20_000);
  expect(events(cluster)).toHaveLength(2);
  cluster.advance(300_000);
  expect(events(cluster)).toHaveLength(2);
  expect(events(cluster)[1]).toMatchObject({ series: { count: 2, lastObservedTime: '2026-01-01T00:10:00.000000Z' } });
});

test.each([
  ['1.33', '1 node(s) had untolerated taint {gpu: yes}.'],
  ['1.34', '1 node(s) had untolerated taint(s).'],
] as const)('the scheduler of %s words untolerated taints as "%s"', async (version, words) => {
  const cluster = await start(version);
  expect(events(cluster)[0]?.['message']).toContain(words);
});
