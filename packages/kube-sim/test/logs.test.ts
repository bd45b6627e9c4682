import { expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

test('the current and the previous log are of the last start while a container waits for its restart', async () => {
  const cluster = await createCluster({
    startTime: new Date('2026-01-01T00:00:00Z'),
    images: [{ image: 'api:*', run: { exitAfter: 1, exitCode: 1, logs: [{ text: 'begins' }] } }],
  });
  const containers = [{ name: 'api', image: 'api:1' }];
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'api', namespace: 'default' },
    spec: { containers },
  });
  cluster.advance(60_000);
  const call = createApiClient(cluster);
  const read = async (query: string) =>
    (await call(`/api/v1/namespaces/default/pods/api/log?timestamps=true&${query}`)).body;
  const pod = cluster.objects.get({ apiVersion: 'v1', kind: 'Pod', name: 'api', namespace: 'default' });
  expect(JSON.stringify(pod?.['status'])).toContain('CrashLoopBackOff');
  expect(await read('previous=true')).toBe(await read('previous=false'));
  await cluster.close();
});
