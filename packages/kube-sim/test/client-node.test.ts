import { AppsV1Api, CoreV1Api, KubeConfig, Watch } from '@kubernetes/client-node';
import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';

const cluster = await createCluster();
const config = new KubeConfig();
config.loadFromString(cluster.kubeconfig());
const core = config.makeApiClient(CoreV1Api);
afterAll(() => cluster.close());

test('@kubernetes/client-node creates, reads, patches and deletes objects', async () => {
  const metadata = { name: 'settings' };
  await core.createNamespacedConfigMap({ namespace: 'default', body: { metadata, data: { colour: 'blue' } } });
  const read = await core.readNamespacedConfigMap({ namespace: 'default', name: 'settings' });
  expect(read.data).toEqual({ colour: 'blue' });
  await core.replaceNamespacedConfigMap({
    namespace: 'default',
    name: 'settings',
    body: { metadata: read.metadata ?? {}, data: { colour: 'red' } },
  });
  const stale = core.replaceNamespacedConfigMap({ namespace: 'default', name: 'settings', body: read });
  await expect(stale).rejects.toMatchObject({ code: 409 });
  await core.deleteNamespacedConfigMap({ namespace: 'default', name: 'settings' });
  await expect(core.readNamespacedConfigMap({ namespace: 'default', name: 'settings' })).rejects.toMatchObject({
    code: 404,
  });
});

test('@kubernetes/client-node watches pods start', async () => {
  const ready = Promise.withResolvers<string>();
  const request = await new Watch(config).watch(
    '/api/v1/namespaces/default/pods',
    {},
    (type: string, pod: { metadata: { name: string }; status: { phase: string } }) => {
      if (type === 'MODIFIED' && pod.status.phase === 'Running') ready.resolve(pod.metadata.name);
    },
    () => undefined,
  );
  const labels = { app: 'web' };
  await config.makeApiClient(AppsV1Api).createNamespacedDeployment({
    namespace: 'default',
    body: {
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1.29' }] } },
      },
    },
  });
  expect(await ready.promise).toMatch(/^web-/);
  request.abort();
});
