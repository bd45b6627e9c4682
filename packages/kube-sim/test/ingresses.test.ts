import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type IngressServer, type KubeObject } from '../src/index.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

const nginx: IngressServer = { controller: 'k8s.io/ingress-nginx', address: '203.0.113.10' };

async function start(ingressServers: readonly IngressServer[] = [nginx]): Promise<Cluster> {
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), ingressServers });
  started.push(cluster);
  return cluster;
}

const ingressClass = (name: string, annotations: Record<string, string> = {}, controller = nginx.controller) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  metadata: { name, annotations },
  spec: { controller },
});

function ingress(spec: Record<string, unknown> = {}, annotations: Record<string, string> = {}) {
  const metadata = { name: 'web', namespace: 'default', annotations };
  const backend = { service: { name: 'web', port: { number: 80 } } };
  return { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata, spec: { defaultBackend: backend, ...spec } };
}

const list = (cluster: Cluster, apiVersion: string, kind: string) =>
  cluster.objects.list({ apiVersion, kind, namespace: 'default' });
const stored = (cluster: Cluster) => list(cluster, 'networking.k8s.io/v1', 'Ingress')[0] as KubeObject;
const addresses = (cluster: Cluster) =>
  (stored(cluster)['status'] as { loadBalancer?: { ingress?: unknown } } | undefined)?.loadBalancer?.ingress;

test("an Ingress gets the address of its class's server when the class exists", async () => {
  const cluster = await start();
  cluster.objects.apply(ingress({ ingressClassName: 'nginx' }));
  expect([addresses(cluster), list(cluster, 'v1', 'Event')]).toEqual([undefined, []]);
  cluster.objects.apply(ingressClass('nginx'));
  expect(addresses(cluster)).toEqual([{ ip: '203.0.113.10' }]);
  expect(list(cluster, 'v1', 'Event')).toMatchObject([{ reason: 'Sync', message: 'Scheduled for sync' }]);
  cluster.objects.apply(ingress({ ingressClassName: 'ngnix' }));
  expect(addresses(cluster)).toBeUndefined();
});

test.each([
  ['the default class', ingress(), [{ ip: '203.0.113.10' }]],
  ['the class of an annotation', ingress({}, { 'kubernetes.io/ingress.class': 'other' }), undefined],
  ['its own class', ingress({ ingressClassName: 'other' }), undefined],
])('an Ingress belongs to %s', async (_, object, expected) => {
  const cluster = await start();
  cluster.objects.apply(ingressClass('nginx', { 'ingressclass.kubernetes.io/is-default-class': 'true' }));
  cluster.objects.apply(ingressClass('other', {}, 'example.com/unknown'));
  cluster.objects.apply(object);
  expect(addresses(cluster)).toEqual(expected);
});

test('an ingress server with a service serves while that has ready endpoints', async () => {
  const cluster = await start([{ ...nginx, address: 'lb.example.com', service: 'default/nginx' }]);
  cluster.objects.apply(ingressClass('nginx'));
  cluster.objects.apply(ingress({ ingressClassName: 'nginx' }));
  const port = { port: 80 };
  const spec = { selector: { app: 'nginx' }, ports: [port] };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'nginx', namespace: 'default' }, spec });
  expect(addresses(cluster)).toBeUndefined();
  const metadata = { name: 'nginx', namespace: 'default', labels: { app: 'nginx' } };
  const containers = [{ name: 'main', image: 'nginx' }];
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
  expect(addresses(cluster)).toEqual([{ hostname: 'lb.example.com' }]);
});
