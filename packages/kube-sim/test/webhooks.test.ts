import { afterEach, expect, test } from 'vitest';
import { createCluster, type Cluster, type ClusterOptions } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

const started: Cluster[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.close()));
});

type Verdicts = NonNullable<NonNullable<ClusterOptions['webhooks']>[number]['verdicts']>;

async function start(verdicts: Verdicts = [], caBundle?: string): Promise<Cluster> {
  const handler = { service: 'policy/guard', verdicts, ...(caBundle !== undefined && { caBundle }) };
  const cluster = await createCluster({ startTime: new Date('2026-01-01'), webhooks: [handler] });
  started.push(cluster);
  const labels = { app: 'guard' };
  const containers = [{ name: 'main', image: 'guard' }];
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'policy' } });
  const metadata = { name: 'guard', namespace: 'policy', labels };
  cluster.objects.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { selector: labels, ports: [{ port: 443 }] },
  });
  return cluster;
}

const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] };
const configMaps = { ...everything, apiGroups: [''], resources: ['configmaps'] };
const service = { namespace: 'policy', name: 'guard', path: '/validate' };

function webhook(given: Record<string, unknown> = {}, kind = 'ValidatingWebhookConfiguration') {
  const first = {
    name: 'guard.example.com',
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { service },
    rules: [configMaps],
    ...given,
  };
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name: 'guard' }, webhooks: [first] };
}

function configMap(data: Record<string, string> = {}, labels: Record<string, string> = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made', namespace: 'default', labels }, data };
}

const made = { apiVersion: 'v1', kind: 'ConfigMap', name: 'made', namespace: 'default' };
const call =
  'Internal error occurred: failed calling webhook "guard.example.com": failed to call webhook: Post "https://guard.policy.svc:443/validate?timeout=10s": ';

test('a webhook denies operations in its own words', async () => {
  const cluster = await start([{ when: { object: '"owner":"nobody"' }, deny: 'an owner is a team' }]);
  cluster.objects.apply(webhook({ rules: [{ ...configMaps, operations: ['CREATE', 'UPDATE'] }] }));
  const refusal = 'admission webhook "guard.example.com" denied the request: an owner is a team';
  expect(() => cluster.objects.apply(configMap({ owner: 'nobody' }))).toThrow(refusal);
  cluster.objects.apply(configMap({ owner: 'me' }));
  expect(() => cluster.objects.apply(configMap({ owner: 'nobody' }))).toThrow(refusal);
  cluster.objects.delete(made);
  expect(cluster.objects.get(made)).toBeUndefined();
});

test('a webhook denies a deletion', async () => {
  const cluster = await start([{ when: { operation: 'DELETE' }, deny: 'it stays' }]);
  cluster.objects.apply(configMap());
  cluster.objects.apply(webhook());
  expect(() => cluster.objects.delete(made)).toThrow('denied the request: it stays');
});

test.each([
  ['no endpoints', 'Pod', 'no endpoints available for service "guard"'],
  ['no service', 'Service', 'service "guard" not found'],
])('a webhook with %s fails every write, unless its failure policy is Ignore', async (_, kind, problem) => {
  const cluster = await start();
  cluster.objects.delete({ apiVersion: 'v1', kind, name: 'guard', namespace: 'policy' }, { gracePeriodSeconds: 0 });
  cluster.advance(2000);
  cluster.objects.apply(webhook());
  expect(() => cluster.objects.apply(configMap())).toThrow(call + problem);
  cluster.objects.apply(webhook({ failurePolicy: 'Ignore' }));
  cluster.objects.apply(configMap());
  expect(cluster.objects.get(made)).toBeDefined();
});

test.each([
  [{ clientConfig: { service: { ...service, port: 8443 } } }, 'no service port 8443 found for service "guard"'],
  [
    { clientConfig: { service, caBundle: 'b3RoZXI=' } },
    'tls: failed to verify certificate: x509: certificate signed by unknown authority',
  ],
  [
    { clientConfig: { url: 'https://guard.example.com/x' } },
    'Post "https://guard.example.com/x?timeout=10s": dial tcp: lookup guard.example.com on 10.96.0.10:53: no such host',
  ],
])('the API server refuses the client configuration %j', async (given, problem) => {
  const cluster = await start([], 'b3Vycw==');
  cluster.objects.apply(webhook(given));
  expect(() => cluster.objects.apply(configMap())).toThrow(problem);
  cluster.objects.apply(webhook({ clientConfig: { service, caBundle: 'b3Vycw==' } }));
  cluster.objects.apply(configMap());
  expect(cluster.objects.get(made)).toBeDefined();
});

test.each([
  ['another resource', { rules: [{ ...everything, resources: ['secrets'] }] }],
  ['another group', { rules: [{ ...configMaps, apiGroups: ['apps'] }] }],
  ['another operation', { rules: [{ ...configMaps, operations: ['DELETE'] }] }],
  ['a subresource', { rules: [{ ...everything, resources: ['configmaps/status'] }] }],
  ['objects of the cluster', { rules: [{ ...configMaps, scope: 'Cluster' }] }],
  ['another namespace', { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'policy' } } }],
  ['objects with a label', { objectSelector: { matchLabels: { guarded: 'yes' } } }],
])('a webhook for %s is not called', async (_, given) => {
  const cluster = await start([{ deny: 'no' }]);
  cluster.objects.apply(webhook(given));
  cluster.objects.apply(configMap());
  expect(cluster.objects.get(made)).toBeDefined();
});

test('a webhook is called when its namespace and object selectors match', async () => {
  const cluster = await start([{ deny: 'no' }]);
  cluster.objects.apply(
    webhook({
      namespaceSelector: {
        matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['policy'] }],
      },
      objectSelector: { matchLabels: { guarded: 'yes' } },
    }),
  );
  expect(() => cluster.objects.apply(configMap({}, { guarded: 'yes' }))).toThrow('denied the request: no');
});

test('a mutating webhook runs before validating ones; webhook configurations match none', async () => {
  const cluster = await start([
    { when: { lacks: '"team"' }, patch: { metadata: { labels: { team: 'blue' } } } },
    { when: { object: '"team":"red"' }, deny: 'red is taken' },
  ]);
  cluster.objects.apply(webhook({ rules: [everything] }, 'MutatingWebhookConfiguration'));
  cluster.objects.apply(webhook({ rules: [everything] }));
  cluster.objects.apply(configMap());
  expect(cluster.objects.get(made)?.metadata.labels).toEqual({ team: 'blue' });
  expect(() => cluster.objects.apply(configMap({}, { team: 'red' }))).toThrow('red is taken');
});

test('a dry run calls only webhooks without side effects', async () => {
  const cluster = await start([{ deny: 'no' }]);
  const api = createApiClient(cluster);
  const post = (query: string) =>
    api(`/api/v1/namespaces/default/configmaps${query}`, { method: 'POST', body: configMap() });
  cluster.objects.apply(webhook());
  expect((await post('?dryRun=All')).body).toMatchObject({ code: 403, reason: 'Forbidden' });
  cluster.objects.apply(webhook({ sideEffects: 'Some' }));
  const message = 'admission webhook "guard.example.com" does not support dry run';
  expect((await post('?dryRun=All')).body).toMatchObject({ code: 400, message });
  expect((await post('')).body).toMatchObject({ code: 403 });
});

test('a warning of a webhook reaches the client', async () => {
  const cluster = await start([{ warn: 'no owner' }]);
  cluster.objects.apply(webhook());
  const api = createApiClient(cluster);
  const { headers } = await api('/api/v1/namespaces/default/configmaps', { method: 'POST', body: configMap() });
  expect(headers['warning']).toContain('no owner');
});

test("a controller records a webhook's denial and retries", async () => {
  const cluster = await start([{ error: 'context deadline exceeded' }]);
  const pods = { ...everything, apiGroups: [''], resources: ['pods'] };
  const list = (kind: string) => cluster.objects.list({ apiVersion: 'v1', kind, namespace: 'default' });
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } };
  const deployment = (replicas: number) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'default' },
    spec: { replicas, selector: { matchLabels: { app: 'web' } }, template },
  });
  const stop = () => cluster.objects.delete({ ...webhook(), name: 'guard' });
  cluster.objects.apply(webhook({ rules: [pods] }));
  cluster.objects.apply(deployment(2));
  expect(list('Pod')).toEqual([]);
  expect(JSON.stringify(list('Event'))).toMatch(
    /FailedCreate.*Error creating: Internal error occurred: failed calling webhook.*context deadline exceeded/,
  );
  stop();
  cluster.advance(20_000);
  expect(list('Pod')).toHaveLength(2);
  cluster.objects.apply(webhook({ rules: [pods] }));
  cluster.objects.apply(deployment(0));
  cluster.advance(20_000);
  expect(list('Pod')).toHaveLength(2);
  stop();
  cluster.advance(20_000);
  expect(list('Pod')).toEqual([]);
});
