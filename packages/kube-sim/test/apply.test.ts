import { expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';

test('an apply keeps the new entry of a map that was applied empty before', async () => {
  const cluster = await createCluster({ startTime: new Date('2026-01-01') });
  const configMap = (labels: Record<string, string>) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'made', namespace: 'default', labels },
  });
  cluster.objects.apply(configMap({}));
  const { metadata } = cluster.objects.apply(configMap({ team: 'red' }));
  expect(metadata.labels).toEqual({ team: 'red' });
  expect(cluster.objects.apply(configMap({})).metadata.labels).toBeUndefined();
  await cluster.close();
});
