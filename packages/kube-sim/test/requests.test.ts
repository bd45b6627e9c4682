import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

// Recorded from a Kubernetes 1.34.9 API server.
const cluster = await createCluster({
  startTime: new Date('2026-01-01T00:00:00Z'),
  nodes: [{ name: 'node-1', failsAfter: 3600 }],
  users: [{ name: 'limited' }],
  images: [{ image: 'web', run: { logs: [{ text: 'line 1' }, { text: 'line 2' }, { text: 'line 3' }] } }],
});
afterAll(() => cluster.close());
const call = createApiClient(cluster);
const asLimited = createApiClient(cluster, 'limited');

const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
const pods = '/api/v1/namespaces/default/pods';
const post = (path: string, body: unknown) => call(path, { method: 'POST', body });
const textOf = (body: unknown) => (body as { message: string }).message;

beforeAll(async () => {
  const containers = [{ name: 'main', image: 'web' }];
  await post(pods, { metadata: { name: 'web', labels: { app: 'web' } }, spec: { containers } });
  await post(pods, { metadata: { name: 'nowhere' }, spec: { containers, nodeSelector: { no: 'node' } } });
  await post('/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
    metadata: { name: 'web' },
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
  });
  cluster.objects.apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'limited', namespace: 'default' },
    rules: [
      { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
      { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles', 'rolebindings'], verbs: ['create', 'patch'] },
    ],
  });
  cluster.objects.apply({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'limited', namespace: 'default' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'limited' },
    subjects: [{ kind: 'User', name: 'limited' }],
  });
  cluster.advance(10_000);
});

describe('a log', () => {
  test('answers 204 for a pod without a node', async () => {
    expect(await call(`${pods}/nowhere/log`)).toMatchObject({ status: 204, body: '' });
  });

  test.each([
    ['tailLines=-1', 'tailLines: Invalid value: -1: must be greater than or equal to 0'],
    ['limitBytes=0', 'limitBytes: Invalid value: 0: must be greater than 0'],
    ['sinceSeconds=0', 'sinceSeconds: Invalid value: 0: must be greater than 0'],
    [
      'sinceSeconds=5&sinceTime=2026-01-01T00:00:00Z',
      '[]: Forbidden: at most one of `sinceTime` or `sinceSeconds` may be specified',
    ],
    ['stream=Stderr', 'stream: Forbidden: may not be specified'],
  ])('refuses %s with 422', async (query, why) => {
    expect(await call(`${pods}/web/log?${query}`)).toMatchObject({
      status: 422,
      body: { message: `PodLogOptions "web" is invalid: ${why}`, details: { name: 'web', kind: 'PodLogOptions' } },
    });
  });

  test('returns the first bytes of the tail when tail and bytes are limited', async () => {
    expect(await call(`${pods}/web/log?tailLines=2&limitBytes=10`)).toMatchObject({ body: 'line 2\nlin' });
  });
});

describe('an eviction', () => {
  const evict = (query = '', deleteOptions?: object) =>
    post(`${pods}/web/eviction${query}`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'web' },
      ...(deleteOptions && { deleteOptions }),
    });

  test('is refused with the numbers of the disruption budget and without a retry time', async () => {
    const { status, headers, body } = await evict();
    const message = 'The disruption budget web needs 1 healthy pods and has 1 currently';
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { details: { causes: [{ reason: 'DisruptionBudget', message }] } },
    });
    expect(headers).not.toHaveProperty('retry-after');
  });

  test('keeps the pod when query or body say dryRun', async () => {
    await call('/apis/policy/v1/namespaces/default/poddisruptionbudgets/web', { method: 'DELETE' });
    expect(await evict('?dryRun=All')).toMatchObject({ status: 201 });
    expect(await evict('', { dryRun: ['All'] })).toMatchObject({ status: 201 });
    expect((await call(`${pods}/web`)).body).not.toHaveProperty('metadata.deletionTimestamp');
  });
});

describe('a subresource', () => {
  test.each(['exec?command=ls', 'attach', 'portforward?ports=80'])('%s needs an upgrade', async (path) => {
    expect(await post(`${pods}/web/${path}`, undefined)).toMatchObject({
      status: 400,
      body: { message: 'Upgrade request required', reason: 'BadRequest' },
    });
  });

  test('binding answers 409 for a pod that has a node', async () => {
    expect(await post(`${pods}/web/binding`, { target: { kind: 'Node', name: 'node-1' } })).toMatchObject({
      status: 409,
      body: { details: { name: 'web', kind: 'pods/binding' } },
    });
  });

  test('token refuses a short time with 422', async () => {
    const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
    expect(await post(path, { spec: { expirationSeconds: 60 } })).toMatchObject({
      status: 422,
      body: { details: { group: 'authentication.k8s.io', kind: 'TokenRequest' } },
    });
  });
});

describe('a path that is not served', () => {
  test.each([
    ['a resource of a group that is served', '/apis/apps/v1/namespaces/default/foos'],
    ['a version of a group that is served', '/apis/apps/v9/deployments'],
    ['a subresource', '/apis/apps/v1/namespaces/default/deployments/web/nosuch'],
  ])('answers a Status for %s', async (_, path) => {
    const message = 'the server could not find the requested resource';
    expect(await call(path)).toMatchObject({ status: 404, body: { message, reason: 'NotFound', details: {} } });
  });

  test('answers plain text for a group that is not served', async () => {
    expect(await call('/apis/nope.io/v1/foos')).toMatchObject({ status: 404, body: '404 page not found\n' });
  });

  test('is refused by RBAC first', async () => {
    const why = 'User "limited" cannot list resource "foos" in API group "nope.io" at the cluster scope';
    expect(await asLimited('/apis/nope.io/v1/foos')).toMatchObject({
      status: 403,
      body: { message: `foos.nope.io is forbidden: ${why}` },
    });
  });
});

describe('escalation', () => {
  const create = (plural: string, body: object) => asLimited(`${rbac}/${plural}`, { method: 'POST', body });
  const bind = (kind: string, name: string) =>
    create('rolebindings', {
      metadata: { name: 'more' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name },
      subjects: [],
    });

  test('is refused when a role grants more than its writer holds', async () => {
    const rules = [{ apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ['get', 'list'] }];
    const { status, body } = await create('roles', { metadata: { name: 'more' }, rules });
    expect(status).toBe(403);
    expect(textOf(body)).toBe(
      'roles.rbac.authorization.k8s.io "more" is forbidden: user "limited" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
        '{APIGroups:[""], Resources:["configmaps"], Verbs:["list"]}\n' +
        '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}',
    );
  });

  test('is refused when a binding names a role that grants more', async () => {
    const { status, body } = await bind('ClusterRole', 'cluster-admin');
    expect([status, textOf(body)]).toEqual([
      403,
      expect.stringMatching(/\n\{NonResourceURLs:\["\*"\], Verbs:\["\*"\]\}$/),
    ]);
  });

  test('answers 404 when a binding names a role that does not exist', async () => {
    const message = 'rolebindings.rbac.authorization.k8s.io "nosuch" not found';
    expect(await bind('ClusterRole', 'nosuch')).toMatchObject({ status: 404, body: { message } });
  });

  test('allows a role that grants what its writer holds', async () => {
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
    expect(await create('roles', { metadata: { name: 'same' }, rules })).toMatchObject({ status: 201 });
    expect(await bind('Role', 'limited')).toMatchObject({ status: 201 });
  });
});

describe('an API whose server cannot be reached', () => {
  beforeAll(async () => {
    await post('/apis/apiregistration.k8s.io/v1/apiservices', {
      metadata: { name: 'v1.gone.example.com' },
      spec: {
        group: 'gone.example.com',
        version: 'v1',
        service: { namespace: 'default', name: 'gone' },
        groupPriorityMinimum: 100,
        versionPriority: 10,
      },
    });
    cluster.settle();
  });

  test.each(['/apis/gone.example.com/v1', '/apis/gone.example.com/v1/things'])(
    'answers plain text at %s',
    async (path) => {
      const { status, headers, body } = await call(path);
      expect([status, headers['content-type'], body]).toEqual([
        503,
        'text/plain; charset=utf-8',
        'service unavailable\n',
      ]);
    },
  );

  test('is stale without resources in aggregated discovery, and listed in legacy discovery', async () => {
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const { body } = await call('/apis', { headers: { accept } });
    const stale = { metadata: { name: 'gone.example.com' }, versions: [{ version: 'v1', freshness: 'Stale' }] };
    expect((body as { items: unknown[] }).items).toContainEqual(stale);
    const { body: legacy } = await call('/apis');
    expect((legacy as { groups: { name: string }[] }).groups.map(({ name }) => name)).toContain('gone.example.com');
  });
});

describe('a request', () => {
  test('that impersonates a group without a user answers 500 as plain text', async () => {
    expect(await call(pods, { headers: { 'impersonate-group': 'devs' } })).toMatchObject({
      status: 500,
      body: `Internal Server Error: "${pods}": requested [{Group  devs    }] without impersonating a user\n`,
    });
  });

  test('for a future version answers 504 with a retry time', async () => {
    const { status, headers } = await call(`${pods}?resourceVersion=99999999`);
    expect([status, headers['retry-after']]).toEqual([504, '1']);
  });

  test('for any version lists everything despite a limit', async () => {
    const { body } = await call(`${pods}?limit=1&resourceVersion=0`);
    expect((body as { items: unknown[] }).items).toHaveLength(2);
    expect(body).not.toHaveProperty('metadata.continue');
  });

  test('with truncated JSON quotes its beginning', async () => {
    const { status, body } = await post('/api/v1/namespaces/default/configmaps', '{"apiVersion":"v1",');
    expect([status, textOf(body)]).toEqual([
      400,
      'the object provided is unrecognized (must be of type ConfigMap): couldn\'t get version/kind; json parse error: unexpected end of JSON input ({"apiVersion":"v1",)',
    ]);
  });

  test('that accepts YAML returns sorted keys', async () => {
    const { body } = await call('/api/v1/namespaces/default', { headers: { accept: 'application/yaml' } });
    expect(body).toMatch(
      /^apiVersion: v1\nkind: Namespace\nmetadata:\n {2}creationTimestamp: "2026-01-01T00:00:00Z"\n/,
    );
  });
});

test('exec on a silent node answers 500 without a reason', async () => {
  cluster.advance(3_700_000);
  const headers = { connection: 'Upgrade', upgrade: 'SPDY/3.1' };
  const { status, body } = await call(`${pods}/web/exec?command=ls`, { method: 'POST', headers });
  const why = /^error dialing backend: dial tcp [\d.]+:10250: connect: connection refused$/;
  expect([status, textOf(body)]).toEqual([500, expect.stringMatching(why)]);
  expect(body).not.toHaveProperty('reason');
});

test('YAML output repeats values that an object contains twice', async () => {
  const { status, body } = await call('/api/v1/nodes/node-1', { headers: { accept: 'application/yaml' } });
  expect([status, body]).toEqual([200, expect.not.stringMatching(/[*&]a1\b/)]);
});
