import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject } from '../src/index.ts';
import { asArray, asObject, asString } from '../src/object/json-value.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(ephemeralStorage: string, limit: string): Promise<Cluster> {
  const cluster = await createCluster({
    startTime: new Date('2026-01-01'),
    images: [{ image: 'web:1', run: { usage: [{ after: 5, ephemeralStorage }] } }],
  });
  started.push(cluster);
  const resources = { limits: { 'ephemeral-storage': limit } };
  cluster.objects.apply({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'web:1', resources }] },
      },
    },
  });
  return cluster;
}

const pods = (cluster: Cluster): readonly KubeObject[] =>
  cluster.objects.list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' });

// kubernetes pkg/kubelet/eviction/eviction_manager.go (podEphemeralStorageLimitEviction), checked every 10 s.
test('the kubelet evicts a pod that exceeds its ephemeral storage limit, and the ReplicaSet replaces it', async () => {
  const cluster = await start('30Mi', '10Mi');
  cluster.advance(16_000);
  const [evicted, next] = pods(cluster).toSorted((left) => (JSON.stringify(left).includes('Evicted') ? -1 : 1));
  const message = 'Pod ephemeral local storage usage exceeds the total limit of containers 10Mi. ';
  expect(evicted).toMatchObject({
    status: {
      phase: 'Failed',
      reason: 'Evicted',
      message,
      containerStatuses: [{ ready: false, state: { terminated: { exitCode: 137, reason: 'Error' } } }],
    },
  });
  const ready = expect.objectContaining({ type: 'Ready', status: 'False', reason: 'PodFailed' }) as unknown;
  expect(evicted).toMatchObject({ status: { conditions: expect.arrayContaining([ready]) as unknown } });
  expect(next).toMatchObject({ status: { phase: 'Running' } });
  const events = cluster.objects.list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' });
  expect(events).toContainEqual(expect.objectContaining({ reason: 'Evicted', type: 'Warning', message }));
});

test('a pod within its ephemeral storage limit is not evicted', async () => {
  const cluster = await start('9Mi', '10Mi');
  cluster.advance(600_000);
  expect(pods(cluster)).toMatchObject([{ status: { phase: 'Running' } }]);
});

// kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go (GetContainerLogs): the kubelet removes the containers of an evicted pod.
test('the log of an evicted pod is the 200 answer "unable to retrieve container logs" when its containers are removed', async () => {
  const cluster = await start('30Mi', '10Mi');
  cluster.advance(16_000);
  const evicted = pods(cluster).find((pod) => JSON.stringify(pod).includes('Evicted'));
  const [status] = asArray(asObject(evicted?.['status'])['containerStatuses']).map(asObject);
  const containerID = asString(asObject(asObject(status?.['state'])['terminated'])['containerID']);
  expect(containerID).toMatch(/^containerd:\/\/[0-9a-f]{64}$/);
  const path = `/api/v1/namespaces/default/pods/${evicted?.metadata.name ?? ''}/log`;
  const call = createApiClient(cluster);
  expect(await call(path)).toMatchObject({
    status: 200,
    body: `unable to retrieve container logs for ${containerID}`,
  });
  expect(await call(`${path}?previous=true`)).toMatchObject({ status: 400 });
});
