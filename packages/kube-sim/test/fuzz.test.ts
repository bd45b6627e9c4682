import { request } from 'node:https';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createCluster } from '../src/index.ts';

const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const { users } = parse(cluster.kubeconfig()) as { users: [{ user: { token: string } }] };
const { token } = users[0].user;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly contentType: string;
  readonly accept: string;
  readonly body: Buffer;
}

/** Sends one request and returns its status; watches are closed as soon as they start. */
interface Answered {
  readonly status: number;
  /** The text of an internal error. */
  readonly failure: string;
}

async function send({ method, path, contentType, accept, body }: Sent): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>();
  const outgoing = request(
    new URL(cluster.url + path),
    {
      method,
      ca: cluster.authority,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': contentType,
        'content-length': body.length,
        accept,
      },
    },
    (response) => {
      const { statusCode: status = 0 } = response;
      if (status < 500) {
        resolve({ status, failure: '' });
        response.destroy();
        return;
      }
      let failure = '';
      response.on('data', (chunk: Buffer) => (failure += chunk.toString('utf8')));
      response.on('end', () => resolve({ status, failure }));
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

const segment = fc.oneof(
  fc.constantFrom(
    'api',
    'apis',
    'v1',
    'apps',
    'namespaces',
    'default',
    'pods',
    'deployments',
    'configmaps',
    'web',
    'log',
    'scale',
    'status',
    'eviction',
    'token',
    'finalize',
    'binding',
    'openapi',
    'v3',
    '__proto__',
    'constructor',
    '%',
    '%2e%2e',
    '',
  ),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const query = fc.oneof(
  fc.constantFrom(
    '',
    'watch=1',
    'limit=1',
    'limit=x',
    'continue=e30',
    'continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYSJ9',
    'resourceVersion=1&resourceVersionMatch=Exact',
    'resourceVersion=99999&limit=1',
    'hash=x',
    'continue=%00',
    'labelSelector=a%20in%20(',
    'labelSelector=!',
    'fieldSelector=a',
    'fieldSelector=metadata.name=',
    'dryRun=All',
    'dryRun=x',
    'fieldManager=m&force=true',
    'tailLines=-1',
    'sinceTime=x',
    'resourceVersion=abc&watch=true',
    'includeObject=x',
    'fieldValidation=Strict',
  ),
  fc.webQueryParameters(),
);
const knownPaths = fc.constantFrom(
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces/default/pods/web',
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/configmaps/fuzz',
  '/api/v1/namespaces/default/services',
  '/api/v1/namespaces',
  '/api/v1/namespaces/default/finalize',
  '/api/v1/nodes/node-1/status',
  '/apis/apps/v1/namespaces/default/deployments',
  '/apis/apps/v1/namespaces/default/deployments/fuzz',
  '/apis/apps/v1/namespaces/default/deployments/fuzz/scale',
  '/apis/apps/v1/namespaces/default/statefulsets/fuzz',
  '/apis/batch/v1/namespaces/default/jobs/fuzz',
  '/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers/fuzz',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/example.com/v1/namespaces/default/things',
  '/apis/example.com/v1/namespaces/default/things/fuzz',
  '/openapi/v3',
  '/openapi/v3/apis/example.com/v1',
  '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/fuzz',
);
const path = fc
  .tuple(
    fc.oneof(
      knownPaths,
      fc.array(segment, { maxLength: 8 }).map((parts) => `/${parts.join('/')}`),
    ),
    query,
  )
  .map(([place, search]) => (search === '' ? place : `${place}?${search}`))
  .filter((text) => URL.canParse(`https://127.0.0.1${text}`));

/** Values of any shape, with field names that the server reads. */
const { value: shaped } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.boolean(), fc.constant(null), fc.double()),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.constantFrom(
        'metadata',
        'name',
        'namespace',
        'labels',
        'spec',
        'status',
        'template',
        'containers',
        'image',
        'selector',
        'matchLabels',
        'replicas',
        'data',
        'ports',
        'port',
        'resources',
        'limits',
        'finalizers',
        'ownerReferences',
        'uid',
        'managedFields',
        'fieldsV1',
        'versions',
        'schema',
        'openAPIV3Schema',
        'names',
        'rules',
        'roleRef',
        'subjects',
        'volumes',
        'env',
        '__proto__',
      ),
      tie('value'),
      { maxKeys: 6 },
    ),
  ),
}));
const kinds = fc.constantFrom(
  { apiVersion: 'v1', kind: 'Pod' },
  { apiVersion: 'v1', kind: 'ConfigMap' },
  { apiVersion: 'v1', kind: 'Service' },
  { apiVersion: 'v1', kind: 'Namespace' },
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'apps/v1', kind: 'StatefulSet' },
  { apiVersion: 'batch/v1', kind: 'Job' },
  { apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler' },
  { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
);
const object = fc
  .tuple(
    kinds,
    fc.dictionary(fc.constantFrom('spec', 'status', 'data', 'metadata', 'rules'), shaped),
    fc.constantFrom('fuzz', 'web', 'Bad Name', ''),
  )
  .map(([kind, fields, name]) => ({ metadata: { name }, ...fields, ...kind }));
const patch = fc.array(
  fc.record({
    op: fc.constantFrom('add', 'remove', 'replace', 'copy', 'move', 'test', 'x'),
    path: fc.constantFrom('/spec', '/metadata/name', '/data/a', '', '/metadata/labels/-', '/__proto__/a', 'x'),
    value: shaped,
    from: fc.constantFrom('/spec', '/metadata', ''),
  }),
  { maxLength: 4 },
);
const body = fc.oneof(
  object.map((value) => Buffer.from(JSON.stringify(value))),
  patch.map((value) => Buffer.from(JSON.stringify(value))),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes)),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.concat([Buffer.from('k8s\0'), bytes])),
);
const sent: fc.Arbitrary<Sent> = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
  path,
  contentType: fc.constantFrom(
    'application/json',
    'application/yaml',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/strategic-merge-patch+json',
    'application/apply-patch+yaml',
    'application/vnd.kubernetes.protobuf',
    'text/plain',
    '',
  ),
  accept: fc.constantFrom(
    'application/json',
    '*/*',
    'application/yaml',
    'application/json;as=Table;v=v1;g=meta.k8s.io',
    'text/html',
    '',
  ),
  body,
});

const podSpec = { containers: [{ name: 'main', image: 'busybox', command: ['sh', '-c', 'exit 1'] }] };
const template = { metadata: { labels: { app: 'fuzz' } }, spec: podSpec };
const selector = { matchLabels: { app: 'fuzz' } };
const metadata = { name: 'fuzz' };
const thingSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { anyOf: [{ type: 'integer' }, { type: 'string' }], default: 1 },
        parts: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: { type: 'object', properties: { name: { type: 'string' } } },
        },
      },
    },
  },
};
/** Valid bodies, before a value in them is replaced. */
const validBodies = fc.constantFrom<readonly [collection: string, object: Record<string, unknown>]>(
  ['/api/v1/namespaces/default/pods', { apiVersion: 'v1', kind: 'Pod', metadata, spec: podSpec }],
  ['/api/v1/namespaces/default/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'b' } }],
  [
    '/api/v1/namespaces/default/services',
    { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { app: 'fuzz' }, ports: [{ port: 80 }] } },
  ],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { replicas: 1, selector, template } },
  ],
  [
    '/apis/apps/v1/namespaces/default/statefulsets',
    { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { replicas: 1, selector, template } },
  ],
  [
    '/apis/batch/v1/namespaces/default/jobs',
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata,
      spec: { template: { spec: { ...podSpec, restartPolicy: 'Never' } } },
    },
  ],
  [
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { kind: 'Thing', plural: 'things' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: thingSchema } }],
      },
    },
  ],
  [
    '/apis/example.com/v1/namespaces/default/things',
    { apiVersion: 'example.com/v1', kind: 'Thing', metadata, spec: { size: 1, parts: [{ name: 'a' }] } },
  ],
);

/** Replaces one nested value. */
function mutate(target: unknown, path: readonly number[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof target !== 'object' || target === null) return value;
  const keys = Object.keys(target);
  const key = keys[step % Math.max(1, keys.length)] ?? 'metadata';
  const copy: Record<string, unknown> = structuredClone(target) as Record<string, unknown>;
  copy[key] = mutate(copy[key], rest, value);
  return copy;
}

const mutated: fc.Arbitrary<Sent> = fc
  .tuple(
    validBodies,
    fc.array(fc.nat(7), { maxLength: 6 }),
    shaped,
    fc.constantFrom('POST', 'PUT', 'APPLY', 'MERGE', 'STRATEGIC', 'DELETE', 'NONE'),
  )
  .map(([[collection, whole], path, value, action]) => {
    const name = action === 'POST' || action === 'NONE' ? '' : `/${(whole['metadata'] as { name: string }).name}`;
    const types = {
      APPLY: 'application/apply-patch+yaml',
      MERGE: 'application/merge-patch+json',
      STRATEGIC: 'application/strategic-merge-patch+json',
    };
    const contentType = Object.entries(types).find(([each]) => each === action)?.[1];
    return {
      method: contentType !== undefined ? 'PATCH' : action === 'NONE' ? 'POST' : action,
      path: `${collection}${name}${action === 'APPLY' ? '?fieldManager=fuzz&force=true' : ''}`,
      contentType: contentType ?? 'application/json',
      accept: 'application/json',
      body: Buffer.from(
        JSON.stringify(action === 'NONE' ? whole : action === 'DELETE' ? {} : mutate(whole, path, value)),
      ),
    };
  });

test('the API server answers any request without an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(sent, mutated), async (each) => {
      const { status, failure } = await send(each);
      expect(status).toBeGreaterThanOrEqual(200);
      // A real server answers 500 without a reason to an applied configuration that cannot be typed.
      expect(failure).not.toContain('"reason":"InternalError"');
      cluster.advance(1000);
    }),
    { numRuns: 1500 },
  );
  const ready = { method: 'GET', path: '/readyz', contentType: '', accept: '*/*', body: Buffer.alloc(0) };
  expect(await send(ready)).toMatchObject({ status: 200 });
});
