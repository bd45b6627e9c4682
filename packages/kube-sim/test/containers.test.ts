import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type ImageRule, type KubeObject } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(images: readonly ImageRule[] = []): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), images });
  started.push(cluster);
  return cluster;
}

function pod(spec: Record<string, unknown>) {
  const containers = [{ name: 'main', image: 'web:1' }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'it', namespace: 'default' },
    spec: { containers, ...spec },
  };
}

const it = (cluster: Cluster) =>
  cluster.objects.get({ apiVersion: 'v1', kind: 'Pod', namespace: 'default', name: 'it' }) as KubeObject;
const status = (cluster: Cluster) => it(cluster)['status'] as Record<string, unknown>;
const reasons = (cluster: Cluster) =>
  cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
    .map(({ reason, message }) => `${reason as string}: ${message as string}`);

async function row(cluster: Cluster): Promise<readonly unknown[]> {
  const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };
  const { body } = await createApiClient(cluster)('/api/v1/namespaces/default/pods/it', { headers });
  return (body as { rows: { cells: unknown[] }[] }).rows[0]?.cells.slice(1, 4) ?? [];
}

const sidecar = { name: 'proxy', image: 'proxy:1', restartPolicy: 'Always' };
const preparing = { name: 'prepare', image: 'busybox', command: ['sleep', '5'] };

test('a sidecar runs before the other containers and does not delay their end', async () => {
  const cluster = await start();
  cluster.objects.apply(pod({ initContainers: [sidecar, preparing] }));
  expect(await row(cluster)).toEqual(['1/2', 'Init:1/2', '0']);
  cluster.advance(5000);
  expect(await row(cluster)).toEqual(['2/2', 'Running', '0']);
});

test('main containers wait until a sidecar has started and run on while it crashes', async () => {
  const cluster = await start([{ image: 'proxy:1', run: { listensAfter: 12, exitAfter: 60, exitCode: 1 } }]);
  const startupProbe = { tcpSocket: { port: 80 }, periodSeconds: 5, failureThreshold: 5 };
  cluster.objects.apply(pod({ initContainers: [{ ...sidecar, startupProbe }] }));
  cluster.advance(14_000);
  expect(await row(cluster)).toEqual(['0/2', 'Init:0/1', '0']);
  cluster.advance(2000);
  expect(await row(cluster)).toEqual(['2/2', 'Running', '0']);
  cluster.advance(46_000);
  expect(status(cluster)).toMatchObject({ phase: 'Running', containerStatuses: [{ ready: true, restartCount: 0 }] });
  expect(await row(cluster)).toEqual(['1/2', 'Running', '1 (2s ago)']);
});

test('a sidecar ends with the main containers', async () => {
  const cluster = await start();
  const containers = [{ name: 'main', image: 'busybox', command: ['sleep', '5'] }];
  cluster.objects.apply(pod({ initContainers: [sidecar], containers, restartPolicy: 'Never' }));
  cluster.advance(6000);
  expect(status(cluster)).toMatchObject({
    phase: 'Succeeded',
    initContainerStatuses: [{ state: { terminated: { exitCode: 0, reason: 'Completed' } } }],
  });
});

test("restarts of an init container count as the pod's restarts while it initializes", async () => {
  const cluster = await start();
  const initContainers = [{ name: 'check', image: 'busybox', command: ['sh', '-c', 'exit 1'] }];
  cluster.objects.apply(pod({ initContainers }));
  cluster.advance(40_000);
  expect(await row(cluster)).toEqual(['0/1', 'Init:CrashLoopBackOff', '3 (10s ago)']);
});

test('the kubelet does not pull an image with an invalid name', async () => {
  const cluster = await start();
  cluster.objects.apply(pod({ containers: [{ name: 'main', image: 'Web:1' }] }));
  const message = `Failed to apply default image tag "Web:1": couldn't parse image name "Web:1": invalid reference format: repository name must be lowercase`;
  expect(status(cluster)).toMatchObject({
    containerStatuses: [{ state: { waiting: { reason: 'InvalidImageName', message } } }],
  });
  expect(reasons(cluster)).toContain(`InspectFailed: ${message}`);
  expect(reasons(cluster)).toContain('Failed: Error: InvalidImageName');
  cluster.objects.apply(pod({ containers: [{ name: 'main', image: 'web:1' }] }));
  cluster.advance(10_000);
  expect(status(cluster)).toMatchObject({ phase: 'Running' });
});

test('a container with a missing program fails to start', async () => {
  const problem = 'exec: "serve": executable file not found in $PATH';
  const cluster = await start([{ image: 'web:*', when: { command: '^serve' }, run: { startError: problem } }]);
  cluster.objects.apply(pod({ containers: [{ name: 'main', image: 'web:1', command: ['serve'] }] }));
  const start1 = status(cluster)['containerStatuses'];
  expect(start1).toMatchObject([
    { restartCount: 1, lastState: { terminated: { exitCode: 128, reason: 'StartError' } } },
  ]);
  expect(JSON.stringify(start1)).toContain('executable file not found in $PATH: unknown');
  expect(reasons(cluster).find((each) => each.startsWith('Failed: Error: failed to create containerd task'))).toContain(
    'serve',
  );
  cluster.advance(15_000);
  expect(await row(cluster)).toEqual(['0/1', 'CrashLoopBackOff', expect.stringMatching(/^2/)]);
});

test('a private image is pulled with a secret for its registry, of the pod or its service account', async () => {
  const cluster = await start([{ image: 'registry.example.com/*', pull: 'unauthorized' }]);
  const containers = [{ name: 'main', image: 'registry.example.com/app:1' }];
  const secret = (host: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'access', namespace: 'default' },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: { '.dockerconfigjson': JSON.stringify({ auths: { [host]: { auth: 'dTpw' } } }) },
  });
  const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } };
  cluster.objects.apply({ ...account, imagePullSecrets: [{ name: 'access' }] }, 'test');
  cluster.objects.apply(pod({ containers }));
  cluster.advance(5000);
  expect(await row(cluster)).toEqual(['0/1', 'ImagePullBackOff', '0']);
  expect(reasons(cluster)).toContain(
    'FailedToRetrieveImagePullSecret: Unable to retrieve some image pull secrets (access); attempting to pull the image may not succeed.',
  );
  cluster.objects.apply(secret('registry.example.org'));
  cluster.advance(60_000);
  expect(await row(cluster)).toEqual(['0/1', expect.stringMatching(/ImagePull/), '0']);
  cluster.objects.apply(secret('https://registry.example.com/v2/'), 'test');
  cluster.advance(300_000);
  expect(await row(cluster)).toEqual(['1/1', 'Running', '0']);
});

test('a pod fails at its active deadline and finishes with a longer one', async () => {
  const cluster = await start([{ image: 'web:1', run: { exitAfter: 90 } }]);
  const late = { restartPolicy: 'Never', activeDeadlineSeconds: 60, initContainers: [preparing] };
  cluster.objects.apply(pod(late));
  cluster.advance(59_000);
  expect(status(cluster)).toMatchObject({ phase: 'Running' });
  cluster.advance(1000);
  expect(status(cluster)).toMatchObject({
    phase: 'Failed',
    reason: 'DeadlineExceeded',
    message: 'Pod was active on the node longer than the specified deadline',
    containerStatuses: [{ ready: false, state: { terminated: { exitCode: 137, reason: 'Error' } } }],
  });
  expect(reasons(cluster)).toEqual(
    expect.arrayContaining([
      'DeadlineExceeded: Pod was active on the node longer than the specified deadline',
      'Killing: Stopping container main',
    ]),
  );
  cluster.objects.delete({ apiVersion: 'v1', kind: 'Pod', name: 'it', namespace: 'default' });
  cluster.advance(60_000);
  cluster.objects.apply(pod({ ...late, activeDeadlineSeconds: 100 }));
  cluster.advance(101_000);
  expect(status(cluster)).toMatchObject({ phase: 'Succeeded' });
});

test('a pod that never starts fails at its active deadline; a deadline below a second is refused', async () => {
  const cluster = await start();
  const volumes = [{ name: 'settings', configMap: { name: 'absent' } }];
  cluster.objects.apply(pod({ activeDeadlineSeconds: 60, volumes }));
  cluster.advance(61_000);
  expect(status(cluster)).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  expect(() => cluster.objects.apply(pod({ activeDeadlineSeconds: 0 }))).toThrow(
    'spec.activeDeadlineSeconds: Invalid value: 0: must be between 1 and 2147483647, inclusive',
  );
});
