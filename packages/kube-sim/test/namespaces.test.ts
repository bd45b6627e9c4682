import { expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';

// kubernetes pkg/controller/namespace/namespace_controller.go (namespaceDeletionGracePeriod).
test('a deleted namespace stays Terminating for five seconds while time runs', async () => {
  const cluster = await createCluster();
  const reference = { apiVersion: 'v1', kind: 'Namespace', name: 'gone' };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } });
  cluster.objects.delete(reference);
  expect(cluster.objects.get(reference)).toMatchObject({ status: { phase: 'Terminating' } });
  cluster.advance(6000);
  expect(cluster.objects.get(reference)).toBeUndefined();
  await cluster.close();
});
