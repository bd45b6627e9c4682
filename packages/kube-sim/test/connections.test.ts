import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCluster, type Cluster, type ImageRule } from '../src/index.ts';

/** A client that logs the outcome of its connection attempt and retries every ten seconds. */
function client(target: string): readonly ImageRule[] {
  const image = `client:${target.replaceAll(/[.:]/g, '-')}`;
  const recheckEvery = 10;
  return [
    ...(['unresolved', 'refused', 'timed-out'] as const).map((because) => ({
      image,
      when: { unreachable: { target, because } },
      run: { recheckEvery, http: { '*': 503 }, logs: [{ text: because }] },
    })),
    { image, run: { recheckEvery, logs: [{ text: 'connected' }] } },
  ];
}

const targets = [
  'db:5432',
  'db.data:5432',
  'db.data.svc:5432',
  'db.data.svc.cluster.local.:5432',
  'db.data:80',
  'nothing.data:5432',
  'empty.data:5432',
  'deaf.data:5432',
  'db-0.peers.data:5432',
  'peers.data:5432',
  'alias.data:443',
  'api.example.com:443',
  '203.0.113.7:443',
  'kubernetes.default:443',
];

let cluster: Cluster;
const meta = (name: string, namespace = 'shop') => ({ name, namespace });
const podOf = (target: string) => target.replaceAll(/[.:]/g, '-');

function service(name: string, spec: Record<string, unknown>) {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta(name, 'data'),
    spec: { ports: [{ port: 5432 }], ...spec },
  };
}

function policy(name: string, spec: Record<string, unknown>, namespace?: string) {
  return { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: meta(name, namespace), spec };
}

function startClient(target: string): void {
  const containers = [{ name: 'main', image: `client:${podOf(target)}`, readinessProbe: { httpGet: { port: 80 } } }];
  const metadata = { ...meta(podOf(target)), labels: { app: 'client' } };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
}

const pod = (target: string) =>
  cluster.objects
    .list({ apiVersion: 'v1', kind: 'Pod', namespace: 'shop' })
    .find((each) => each.metadata.name === podOf(target));

function outcomes(): Record<string, string | undefined> {
  return Object.fromEntries(
    targets.map((target) => {
      const found = pod(target);
      return [target, found && cluster.logLines(found).at(-1)];
    }),
  );
}

beforeAll(async () => {
  cluster = await createCluster({ startTime: new Date('2026-01-01'), images: targets.flatMap(client) });
  for (const name of ['shop', 'data'])
    cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  const labels = { app: 'db' };
  const containers = [{ name: 'db', image: 'postgres', ports: [{ containerPort: 5432 }] }];
  const spec = { containers, hostname: 'db-0', subdomain: 'peers' };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { ...meta('db-0', 'data'), labels }, spec });
  cluster.objects.apply(service('db', { selector: labels }));
  cluster.objects.apply(service('empty', { selector: { app: 'nothing' } }));
  cluster.objects.apply(service('deaf', { selector: labels, ports: [{ port: 5432, targetPort: 80 }] }));
  cluster.objects.apply(service('peers', { selector: labels, clusterIP: 'None' }));
  cluster.objects.apply(service('alias', { type: 'ExternalName', externalName: 'db.example.com', ports: [] }));
  for (const target of targets) startClient(target);
});
afterAll(() => cluster.close());

const open = {
  'db:5432': 'unresolved',
  'db.data:5432': 'connected',
  'db.data.svc:5432': 'connected',
  'db.data.svc.cluster.local.:5432': 'connected',
  'db.data:80': 'timed-out',
  'nothing.data:5432': 'unresolved',
  'empty.data:5432': 'refused',
  'deaf.data:5432': 'refused',
  'db-0.peers.data:5432': 'connected',
  'peers.data:5432': 'connected',
  'alias.data:443': 'connected',
  'api.example.com:443': 'connected',
  '203.0.113.7:443': 'connected',
  'kubernetes.default:443': 'connected',
};

test('without network policies a client reaches every listening service', () => {
  expect(outcomes()).toEqual(open);
});

test('with all egress denied, no name resolves and no address answers', () => {
  cluster.objects.apply(policy('out', { podSelector: {}, policyTypes: ['Egress'] }));
  cluster.advance(10_000);
  expect(outcomes()).toEqual({
    ...Object.fromEntries(targets.map((target) => [target, 'unresolved'])),
    '203.0.113.7:443': 'timed-out',
  });
  cluster.advance(60_000);
  expect(pod('db.data:5432')).toMatchObject({ status: { containerStatuses: [{ ready: false, restartCount: 0 }] } });
});

test('with egress to DNS alone a client cannot reach the database; egress to the database suffices', () => {
  const names = {
    to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
    ports: [{ protocol: 'UDP', port: 53 }],
  };
  cluster.objects.apply(policy('out', { podSelector: {}, policyTypes: ['Egress'], egress: [names] }));
  cluster.advance(10_000);
  expect(outcomes()).toMatchObject({
    'db.data:5432': 'timed-out',
    'empty.data:5432': 'refused',
    'db:5432': 'unresolved',
  });
  const database = {
    to: [{ namespaceSelector: {}, podSelector: { matchLabels: { app: 'db' } } }],
    ports: [{ port: 5432 }],
  };
  cluster.objects.apply(policy('out', { podSelector: {}, policyTypes: ['Egress'], egress: [names, database] }));
  cluster.advance(10_000);
  expect(outcomes()).toMatchObject({ 'db.data:5432': 'connected', 'api.example.com:443': 'timed-out' });
});

test("a policy of the database refuses clients, but never the node's probes", () => {
  cluster.objects.delete({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', ...meta('out') });
  cluster.objects.apply(policy('in', { podSelector: {}, policyTypes: ['Ingress'] }, 'data'));
  cluster.objects.apply(policy('in', { podSelector: {}, policyTypes: ['Ingress'] }));
  cluster.advance(10_000);
  expect(outcomes()).toMatchObject({ 'db.data:5432': 'timed-out', '203.0.113.7:443': 'connected' });
  expect(pod('203.0.113.7:443')).toMatchObject({ status: { containerStatuses: [{ ready: true }] } });
  const clients = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } };
  const ingress = [{ from: [clients], ports: [{ port: 5432 }] }];
  cluster.objects.apply(policy('in', { podSelector: { matchLabels: { app: 'db' } }, ingress }, 'data'));
  cluster.advance(10_000);
  expect(outcomes()).toEqual({ ...open, 'deaf.data:5432': 'timed-out' });
});

test('names do not resolve when no name server is ready', () => {
  const metadata = { name: 'kube-dns', namespace: 'kube-system' };
  const spec = { selector: { 'k8s-app': 'kube-dns' }, ports: [{ port: 53, protocol: 'UDP' }] };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Service', metadata, spec });
  cluster.advance(10_000);
  expect(outcomes()).toMatchObject({ 'db.data:5432': 'unresolved', '203.0.113.7:443': 'connected' });
  const containers = [{ name: 'coredns', image: 'coredns' }];
  const server = { name: 'coredns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Pod', metadata: server, spec: { containers } });
  cluster.advance(10_000);
  expect(outcomes()).toEqual({ ...open, 'deaf.data:5432': 'timed-out' });
});

test.each([
  [
    { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.0/33' } }] }] },
    'spec.ingress[0].from[0].ipBlock.cidr: Invalid value',
  ],
  [{ egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['x'] } }] }] }, 'ipBlock.except[0]: Invalid value: "x"'],
  [
    { ingress: [{ from: [{ ipBlock: { cidr: '::/0' }, podSelector: {} }] }] },
    'may not specify both ipBlock and another peer',
  ],
  [
    { ingress: [{ ports: [{ port: 90, endPort: 80 }] }] },
    'endPort: Invalid value: 80: must be greater than or equal to `port`',
  ],
  [
    { policyTypes: ['Sideways'] },
    'spec.policyTypes: Unsupported value: "Sideways": supported values: "Egress", "Ingress"',
  ],
])('an unreachable condition %j is refused', (spec, message) => {
  expect(() => cluster.objects.apply(policy('wrong', { podSelector: {}, ...spec }))).toThrow(message);
});
