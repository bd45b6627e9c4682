import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { defineWidgets } from './support/define-widgets.ts';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> };
}

const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);
const read = async (path: string) => (await call(`/openapi/v3/${path}`)).body as OpenApi;

test('every OpenAPI document in the index is served, complete and cacheable under its hash', async () => {
  const { paths } = (await call('/openapi/v3')).body as { paths: Record<string, { serverRelativeURL: string }> };
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['api', 'api/v1', 'apis', 'apis/apps', 'apis/apps/v1', 'version']),
  );
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    expect(serverRelativeURL).toMatch(new RegExp(`^/openapi/v3/${path}\\?hash=[0-9A-F]{128}$`));
    const { status, headers, body } = await call(serverRelativeURL);
    expect({ status, cache: headers['cache-control'] }).toEqual({ status: 200, cache: 'public, immutable' });
    const named = Object.keys((body as OpenApi).components.schemas).map((name) => `#/components/schemas/${name}`);
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
    expect(named).toEqual(expect.arrayContaining(references));
    const ids = [...JSON.stringify((body as OpenApi).paths).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  }
});

test('the server answers 304 for a known document and redirects from an old hash', async () => {
  const { headers } = await call('/openapi/v3/apis/apps/v1');
  const etag = String(headers['etag']);
  expect((await call('/openapi/v3/apis/apps/v1', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect(await call('/openapi/v3/apis/apps/v1?hash=OLD')).toMatchObject({
    status: 301,
    headers: { location: `/openapi/v3/apis/apps/v1?hash=${etag.replaceAll('"', '')}` },
  });
  expect((await call('/openapi/v3/apis/nothing')).status).toBe(404);
});

test('OpenAPI operations state action, kind and parameters', async () => {
  const { paths } = await read('apis/apps/v1');
  const one = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}'];
  expect(one?.['patch']).toMatchObject({
    operationId: 'patchAppsV1NamespacedDeployment',
    'x-kubernetes-action': 'patch',
    'x-kubernetes-group-version-kind': { group: 'apps', kind: 'Deployment', version: 'v1' },
  });
  const parameters = ['dryRun', 'fieldManager', 'fieldValidation', 'force'].map((name) => ({ name, in: 'query' }));
  expect(one?.['patch']).toMatchObject({ parameters });
  expect(Object.keys(one ?? {})).toEqual(expect.arrayContaining(['get', 'put', 'patch', 'delete', 'parameters']));
  const scale = paths['/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale'];
  expect(scale?.['put']?.['x-kubernetes-group-version-kind']).toMatchObject({ group: 'autoscaling', kind: 'Scale' });
  const log = (await read('api/v1')).paths['/api/v1/namespaces/{namespace}/pods/{name}/log'];
  expect(log?.['get']).toMatchObject({ responses: { '200': { content: { '*/*': { schema: { type: 'string' } } } } } });
});

const api = 'io.k8s.api';
const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const refer = (name: string) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }] });

test.each([
  [`${api}.apps.v1.Deployment`, 'spec', { ...refer(`${api}.apps.v1.DeploymentSpec`), default: {} }],
  [`${api}.apps.v1.DeploymentSpec`, 'replicas', { type: 'integer', format: 'int32' }],
  [`${api}.apps.v1.DeploymentSpec`, 'selector', refer(`${meta}.LabelSelector`)],
  [`${api}.apps.v1.DeploymentStatus`, 'observedGeneration', { type: 'integer', format: 'int64' }],
  [`${api}.core.v1.Container`, 'name', { type: 'string', default: '' }],
  [`${api}.core.v1.Container`, 'image', { type: 'string' }],
  [
    `${api}.core.v1.Container`,
    'command',
    { type: 'array', items: { type: 'string', default: '' }, 'x-kubernetes-list-type': 'atomic' },
  ],
  [
    `${api}.core.v1.PodSpec`,
    'containers',
    {
      type: 'array',
      items: { ...refer(`${api}.core.v1.Container`), default: {} },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      'x-kubernetes-patch-merge-key': 'name',
      'x-kubernetes-patch-strategy': 'merge',
    },
  ],
  [
    `${api}.core.v1.ResourceRequirements`,
    'limits',
    {
      type: 'object',
      additionalProperties: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity' },
    },
  ],
])('the OpenAPI document %s describes %s like a real server', async (name, field, said) => {
  const { properties } = (await read('apis/apps/v1')).components.schemas[name] as {
    properties: Record<string, object>;
  };
  expect({ ...properties[field], description: undefined }).toEqual(said);
});

test('a published custom resource includes the fields that the server adds', async () => {
  const spec = {
    type: 'object',
    'x-kubernetes-validations': [{ rule: 'self.size > 0' }],
    properties: { template: { type: 'object', 'x-kubernetes-embedded-resource': true } },
  };
  cluster.objects.apply(defineWidgets(spec, { subresources: { status: {} } }));
  const { paths, components } = await read('apis/example.com/v1');
  const metadata = { allOf: [{ $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta' }] };
  expect(components.schemas['com.example.v1.Widget']).toMatchObject({
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata,
      spec: { ...spec, properties: { template: { properties: { apiVersion: { type: 'string' }, metadata } } } },
    },
    'x-kubernetes-group-version-kind': [{ group: 'example.com', kind: 'Widget', version: 'v1' }],
  });
  expect(components.schemas['com.example.v1.WidgetList']).toMatchObject({ required: ['items'] });
  expect(paths).toHaveProperty(['/apis/example.com/v1/namespaces/{namespace}/widgets/{name}/status', 'patch']);
});
