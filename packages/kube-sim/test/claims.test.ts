import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type KubeObject } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

async function start(): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), nodes: [{ name: 'node-1', cpu: '2' }] });
  started.push(cluster);
  cluster.objects.apply(storageClass('late', 'example.com/disks'));
  cluster.objects.apply(storageClass('local', 'kubernetes.io/no-provisioner'));
  return cluster;
}

const storageClass = (name: string, provisioner: string) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner,
  volumeBindingMode: 'WaitForFirstConsumer',
});
const claim = (storageClassName: string) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'default' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName },
});
const pod = (name: string, cpu: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default' },
  spec: {
    containers: [{ name: 'main', image: 'web:1', resources: { requests: { cpu } } }],
    volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
  },
});
const get = (cluster: Cluster, kind: string, name: string) =>
  cluster.objects.get({ apiVersion: 'v1', kind, namespace: 'default', name });
const events = (cluster: Cluster, reason: string): readonly KubeObject[] =>
  cluster.objects
    .list({ apiVersion: 'v1', kind: 'Event', namespace: 'default' })
    .filter((each) => each['reason'] === reason);

// Reasons, types and the period of 15 s: kubernetes pkg/controller/volume/persistentvolume/pv_controller.go.
test('a claim that waits for its first consumer records a Normal event every 15 seconds', async () => {
  const cluster = await start();
  cluster.objects.apply(claim('late'));
  cluster.advance(60_000);
  expect(get(cluster, 'PersistentVolumeClaim', 'data')).toMatchObject({ status: { phase: 'Pending' } });
  expect(events(cluster, 'WaitForFirstConsumer')).toMatchObject([
    { type: 'Normal', count: 5, message: 'waiting for first consumer to be created before binding' },
  ]);
});

test('a claim waits for its pod to be scheduled and binds on the selected node', async () => {
  const cluster = await start();
  cluster.objects.apply(claim('late'));
  cluster.objects.apply(pod('big', '4'));
  cluster.advance(15_000);
  expect(events(cluster, 'WaitForPodScheduled')).toMatchObject([
    { type: 'Normal', message: 'waiting for pod big to be scheduled' },
  ]);
  cluster.objects.apply(pod('small', '1'));
  cluster.advance(1000);
  expect(get(cluster, 'PersistentVolumeClaim', 'data')).toMatchObject({
    metadata: { annotations: { 'volume.kubernetes.io/selected-node': 'node-1' } },
    status: { phase: 'Bound' },
  });
  expect(get(cluster, 'Pod', 'small')).toMatchObject({ spec: { nodeName: 'node-1' }, status: { phase: 'Running' } });
});

test('a pod stays unscheduled while its local claim has no volume', async () => {
  const cluster = await start();
  cluster.objects.apply(claim('local'));
  cluster.objects.apply(pod('small', '1'));
  expect(events(cluster, 'FailedScheduling')).toMatchObject([
    { message: expect.stringContaining("1 node(s) didn't find available persistent volumes to bind") as string },
  ]);
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'disk' },
    spec: {
      capacity: { storage: '2Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'local',
      hostPath: { path: '/disk' },
    },
  });
  cluster.advance(1000);
  expect(get(cluster, 'Pod', 'small')).toMatchObject({ status: { phase: 'Running' } });
});

test('a claim without a storage class records a Normal event when no volume matches', async () => {
  const cluster = await start();
  cluster.objects.apply(claim(''));
  cluster.advance(30_000);
  expect(events(cluster, 'FailedBinding')).toMatchObject([{ type: 'Normal', count: 3 }]);
});
