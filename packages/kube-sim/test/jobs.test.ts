import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(): Promise<Cluster> {
  const images = [
    { image: 'work:*', when: { env: { JOB_COMPLETION_INDEX: '1' } }, run: { exitAfter: 30, exitCode: 1 } },
  ];
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), images });
  started.push(cluster);
  return cluster;
}

function job(spec: Record<string, unknown>, container: Record<string, unknown> = {}) {
  const containers = [{ name: 'main', image: 'busybox', command: ['sleep', '10'], ...container }];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'it', namespace: 'default' },
    spec: { template: { spec: { restartPolicy: 'Never', containers } }, ...spec },
  };
}

const list = (cluster: Cluster, kind: string, apiVersion = 'v1') =>
  cluster.objects.list({ apiVersion, kind, namespace: 'default' });
const status = (cluster: Cluster) =>
  (list(cluster, 'Job', 'batch/v1')[0] as KubeObject)['status'] as Record<string, unknown>;
const pods = (cluster: Cluster) => list(cluster, 'Pod').map(({ metadata }) => metadata.name.replace(/-[^-]+$/, ''));
const reasons = (cluster: Cluster) =>
  list(cluster, 'Event')
    .filter(({ involvedObject }) => (involvedObject as { kind: string }).kind === 'Job')
    .map(({ reason }) => reason);

test('a suspended job runs no pods, records it, and starts again when it is resumed', async () => {
  const cluster = await start();
  cluster.objects.apply(job({ suspend: true }));
  expect(status(cluster)).toMatchObject({
    conditions: [{ type: 'Suspended', status: 'True', reason: 'JobSuspended' }],
  });
  expect(status(cluster)).not.toHaveProperty('startTime');
  cluster.advance(60_000);
  cluster.objects.apply(job({ suspend: false }));
  expect([pods(cluster), status(cluster)['startTime']]).toEqual([['it'], '2026-01-01T00:01:00Z']);
  cluster.objects.apply(job({ suspend: true }));
  cluster.advance(2000);
  expect(pods(cluster)).toEqual([]);
  expect(reasons(cluster)).toEqual(expect.arrayContaining(['Suspended', 'Resumed', 'SuccessfulCreate']));
});

test('an indexed job numbers its pods and lists the succeeded ones', async () => {
  const cluster = await start();
  cluster.objects.apply(job({ completionMode: 'Indexed', completions: 4, parallelism: 2 }));
  expect(pods(cluster)).toEqual(['it-0', 'it-1']);
  cluster.advance(11_000);
  expect([pods(cluster), status(cluster)['completedIndexes']]).toEqual([['it-0', 'it-1', 'it-2', 'it-3'], '0-1']);
  cluster.advance(11_000);
  expect(status(cluster)).toMatchObject({ succeeded: 4, completedIndexes: '0-3' });
});

test('an indexed job retries the index of a failed pod', async () => {
  const cluster = await start();
  const container = { image: 'work:1', command: ['sh', '-c', 'sleep 10'] };
  cluster.objects.apply(job({ completionMode: 'Indexed', completions: 3, parallelism: 3, backoffLimit: 1 }, container));
  cluster.advance(31_000);
  expect(status(cluster)).toMatchObject({ failed: 1, completedIndexes: '0,2' });
  cluster.advance(15_000);
  expect(pods(cluster)).toEqual(['it-0', 'it-1', 'it-1', 'it-2']);
  cluster.advance(40_000);
  expect(reasons(cluster)).toContain('BackoffLimitExceeded');
});

test('a StatefulSet updates only the pods from its partition on', async () => {
  const cluster = await start();
  const set = (image: string) => ({
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      serviceName: 'db',
      replicas: 3,
      selector: { matchLabels: { app: 'db' } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } },
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image }] } },
    },
  });
  cluster.objects.apply(set('db:1'));
  cluster.objects.apply(set('db:2'));
  cluster.advance(60_000);
  const images = list(cluster, 'Pod').map(
    ({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image,
  );
  expect(images).toEqual(['db:1', 'db:1', 'db:2']);
});
