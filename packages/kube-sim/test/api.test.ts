import { afterAll, describe, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { defineWidgets } from './support/define-widgets.ts';

const cluster = await createCluster({
  startTime: new Date('2026-01-01T00:00:00Z'),
  users: [{ name: 'reader' }, { name: 'bob', token: 'bobs-token' }],
});
afterAll(() => cluster.close());
const call = createApiClient(cluster);
const asReader = createApiClient(cluster, 'reader');
const asAnonymous = createApiClient(cluster, null);

const pods = '/api/v1/namespaces/default/pods';
const configMaps = '/api/v1/namespaces/default/configmaps';
const settings = (name: string, data: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data,
});
const failure = (code: number, reason: string, message: string | RegExp) => ({
  status: code,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason,
    code,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  },
});

describe('the API server words refusals like a real server', () => {
  test.each([
    [`${pods}/nope`, failure(404, 'NotFound', 'pods "nope" not found')],
    [
      '/apis/apps/v1/namespaces/default/deployments/nope',
      failure(404, 'NotFound', 'deployments.apps "nope" not found'),
    ],
    [
      '/api/v1/pods?labelSelector=a%3D%3D%3Db',
      failure(400, 'BadRequest', "unable to parse requirement: found '=', expected: identifier"),
    ],
    [`${pods}?fieldSelector=status.foo%3Dbar`, failure(400, 'BadRequest', 'field label not supported: status.foo')],
    [
      `${pods}?continue=xyz`,
      failure(400, 'BadRequest', /^invalid continue token: continue key is not valid: invalid character/),
    ],
    [`${pods}/nope/log`, failure(404, 'NotFound', 'pods "nope" not found')],
  ])('GET %s', async (path, refusal) => {
    expect(await call(path)).toMatchObject(refusal);
  });

  test('the API server answers 404 for paths that are not served', async () => {
    expect(await call('/apis/example.com/v1/widgets')).toMatchObject({ status: 404, body: '404 page not found\n' });
  });

  test('the API server answers 401 without valid credentials and 403 without access', async () => {
    const secrets = '/api/v1/namespaces/default/secrets';
    const message =
      'secrets is forbidden: User "reader" cannot list resource "secrets" in API group "" in the namespace "default"';
    expect(await asReader(secrets)).toMatchObject(failure(403, 'Forbidden', message));
    expect(await asAnonymous('/api/v1/pods')).toMatchObject(
      failure(403, 'Forbidden', /^pods is forbidden: User "system:anonymous" cannot list/),
    );
    const bad = await asAnonymous('/api/v1/pods', { headers: { authorization: 'Bearer nope' } });
    expect(bad).toMatchObject(failure(401, 'Unauthorized', 'Unauthorized'));
    expect(await asAnonymous('/readyz')).toMatchObject({ status: 200, body: 'ok' });
    const impersonated = await call(pods, { headers: { 'impersonate-user': 'alice' } });
    expect(impersonated).toMatchObject(failure(403, 'Forbidden', /User "alice" cannot list/));
    const forbidden = await asReader(pods, { headers: { 'impersonate-user': 'bob' } });
    expect(forbidden).toMatchObject(
      failure(403, 'Forbidden', /users "bob" is forbidden: User "reader" cannot impersonate/),
    );
  });

  test('the API server reports every invalid field of an object', async () => {
    const body = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'BAD_Name' }, spec: { containers: [] } };
    const refused = await call(`${pods}?dryRun=All&fieldValidation=Strict`, { method: 'POST', body });
    expect(refused).toMatchObject(
      failure(
        422,
        'Invalid',
        /^Pod "BAD_Name" is invalid: \[metadata.name: Invalid value: "BAD_Name": a lowercase RFC 1123/,
      ),
    );
    expect(refused.body).toMatchObject({
      details: { causes: [{ field: 'metadata.name' }, { field: 'spec.containers', reason: 'FieldValueRequired' }] },
    });
  });

  test('the API server refuses, warns of or ignores unknown fields as the request says', async () => {
    const body = { ...settings('typo'), dataa: { x: 'y' } };
    const post = (mode: string) => call(`${configMaps}?dryRun=All&fieldValidation=${mode}`, { method: 'POST', body });
    const message =
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "dataa"';
    expect(await post('Strict')).toMatchObject(failure(400, 'BadRequest', message));
    expect(await post('Warn')).toMatchObject({
      status: 201,
      headers: { warning: '299 - "unknown field \\"dataa\\""' },
    });
    const ignored = await post('Ignore');
    expect(ignored.headers['warning']).toBeUndefined();
    expect(ignored.body).not.toHaveProperty('dataa');
    expect((await call(`${configMaps}/typo`)).status).toBe(404);
  });
});

test('the pages of a list add up to the whole list', async () => {
  for (const name of ['p1', 'p2', 'p3', 'p4', 'p5']) {
    await call(configMaps, {
      method: 'POST',
      body: { ...settings(name), metadata: { name, labels: { page: 'yes' } } },
    });
  }
  const names: string[] = [];
  let next = '';
  do {
    const { body } = await call(`${configMaps}?labelSelector=page%3Dyes&limit=2&continue=${encodeURIComponent(next)}`);
    const page = body as { items: { metadata: { name: string } }[]; metadata: { continue?: string } };
    names.push(...page.items.map(({ metadata }) => metadata.name));
    next = page.metadata.continue ?? '';
  } while (next !== '');
  expect(names).toEqual(['p1', 'p2', 'p3', 'p4', 'p5']);
  const first = await call(`${configMaps}?limit=2`);
  expect(first.body).toMatchObject({ kind: 'ConfigMapList', metadata: { remainingItemCount: expect.any(Number) } });
});

test('a table includes as much of its objects as the request asks for', async () => {
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const none = await call(`/api/v1/nodes?includeObject=None`, { headers: { accept } });
  expect(none.body).toMatchObject({
    kind: 'Table',
    rows: [
      {
        cells: [
          'node-1',
          'Ready',
          'control-plane',
          '0s',
          'v1.34.9',
          '172.18.0.2',
          '<none>',
          expect.any(String),
          expect.any(String),
          expect.any(String),
        ],
      },
      {},
    ],
  });
  expect(none.body).toHaveProperty('rows.0.object', null);
  const partial = await call('/api/v1/nodes/node-1', {
    headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' },
  });
  expect(partial.body).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'node-1' } });
  expect(partial.body).not.toHaveProperty('status');
});

describe('server-side apply', () => {
  const apply = (manager: string, body: { metadata: { name: string } }, force = false) =>
    call(`${configMaps}/${body.metadata.name}?fieldManager=${manager}&force=${force}`, {
      method: 'PATCH',
      body,
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });

  test('field managers own what they apply, conflict over a field, and take it by force', async () => {
    expect(await apply('a', settings('owned', { x: '1', y: '1' }))).toMatchObject({ status: 201 });
    expect(await apply('b', settings('owned', { z: '1' }))).toMatchObject({
      status: 200,
      body: { data: { x: '1', y: '1', z: '1' } },
    });
    const refused = await apply('b', settings('owned', { x: '2' }));
    expect(refused).toMatchObject(failure(409, 'Conflict', 'Apply failed with 1 conflict: conflict with "a": .data.x'));
    expect(refused.body).toMatchObject({ details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.x' }] } });
    const taken = await apply('b', settings('owned', { x: '2' }), true);
    expect(taken).toMatchObject({ status: 200, body: { data: { x: '2', y: '1' } } });
    expect(taken.body).toMatchObject({
      metadata: {
        managedFields: [
          { manager: 'a', operation: 'Apply', fieldsV1: { 'f:data': { 'f:y': {} } } },
          { manager: 'b', operation: 'Apply', fieldsV1: { 'f:data': { 'f:x': {} } } },
        ],
      },
    });
    expect((taken.body as { data: object }).data).not.toHaveProperty('z');
  });

  test('an apply removes fields that the manager no longer sets, unless another manager owns them', async () => {
    await apply('a', settings('left', { mine: '1', ours: '1' }));
    await apply('b', settings('left', { ours: '1' }));
    const { body } = await apply('a', settings('left', {}));
    expect(body).toMatchObject({ data: { ours: '1' } });
    expect((body as { data: object }).data).not.toHaveProperty('mine');
  });

  test('a dry run changes nothing', async () => {
    const path = `${configMaps}/dry?fieldManager=agent&dryRun=All`;
    const answer = await call(path, {
      method: 'PATCH',
      body: settings('dry', { x: 'y' }),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { x: 'y' }, metadata: { name: 'dry', namespace: 'default' } },
    });
    expect((await call(`${configMaps}/dry`)).status).toBe(404);
  });
});

test('a watch resumes after a version, follows selectors and ends at its timeout', async () => {
  const { body } = await call(`${configMaps}?limit=1`);
  const { resourceVersion } = (body as { metadata: { resourceVersion: string } }).metadata;
  const labels = { watched: 'yes' };
  await call(configMaps, { method: 'POST', body: { ...settings('seen'), metadata: { name: 'seen', labels } } });
  await call(configMaps, { method: 'POST', body: settings('unseen') });
  await call(`${configMaps}/seen`, {
    method: 'PATCH',
    body: { metadata: { labels: { watched: 'no' } } },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  const query = `watch=1&resourceVersion=${resourceVersion}&labelSelector=watched%3Dyes&timeoutSeconds=1&allowWatchBookmarks=true`;
  const events = String((await call(`${configMaps}?${query}`)).body)
    .trim()
    .split('\n');
  const seen = events.map((line) => JSON.parse(line) as { type: string; object: { metadata: { name?: string } } });
  expect(seen.map(({ type, object }) => `${type} ${object.metadata.name}`)).toEqual([
    'ADDED seen',
    'DELETED seen',
    'BOOKMARK undefined',
  ]);
});

test('a deletion waits for finalizers and deletes dependents as the propagation policy says', async () => {
  await call(configMaps, {
    method: 'POST',
    body: { ...settings('held'), metadata: { name: 'held', finalizers: ['example.com/hold'] } },
  });
  const marked = await call(`${configMaps}/held`, { method: 'DELETE' });
  expect(marked.body).toMatchObject({ kind: 'ConfigMap', metadata: { deletionTimestamp: expect.any(String) } });
  await call(`${configMaps}/held`, {
    method: 'PATCH',
    body: { metadata: { finalizers: null } },
    headers: { 'content-type': 'application/merge-patch+json' },
  });
  expect((await call(`${configMaps}/held`)).status).toBe(404);

  const owner = (await call(configMaps, { method: 'POST', body: settings('owner') })).body as {
    metadata: { uid: string };
  };
  const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid };
  await call(configMaps, {
    method: 'POST',
    body: { ...settings('owned-by'), metadata: { name: 'owned-by', ownerReferences: [reference] } },
  });
  await call(`${configMaps}/owner?propagationPolicy=Foreground`, { method: 'DELETE' });
  cluster.settle();
  expect((await call(`${configMaps}/owned-by`)).status).toBe(404);
  expect((await call(`${configMaps}/owner`)).status).toBe(404);
});

test('the deletion of a namespace deletes everything in it', async () => {
  await call('/api/v1/namespaces', {
    method: 'POST',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'gone' } },
  });
  cluster.settle();
  await call('/api/v1/namespaces/gone/configmaps', { method: 'POST', body: settings('inside') });
  await call('/api/v1/namespaces/gone', { method: 'DELETE' });
  cluster.advance(1000);
  expect((await call('/api/v1/namespaces/gone/configmaps/inside')).status).toBe(404);
  expect((await call('/api/v1/namespaces/gone')).status).toBe(404);
});

test('a custom resource is validated, defaulted and served until its definition is deleted', async () => {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const spec = {
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', minimum: 1 }, colour: { type: 'string', default: 'grey' } },
  };
  await call(definitions, { method: 'POST', body: defineWidgets(spec) });
  cluster.settle();
  const widgets = '/apis/example.com/v1/namespaces/default/widgets';
  const widget = (size: unknown) => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w' },
    spec: { size },
  });
  const post = (size: unknown) => call(widgets, { method: 'POST', body: widget(size) });
  expect(await post(0)).toMatchObject(
    failure(422, 'Invalid', /spec.size in body should be greater than or equal to 1/),
  );
  expect(await post('large')).toMatchObject(
    failure(422, 'Invalid', /spec.size in body must be of type integer: "string"/),
  );
  expect(await post(undefined)).toMatchObject(failure(422, 'Invalid', /spec.size: Required value/));
  expect(await post(2)).toMatchObject({ status: 201, body: { spec: { size: 2, colour: 'grey' } } });
  const document = await call('/openapi/v3/apis/example.com/v1');
  expect(document.body).toMatchObject({
    components: { schemas: { 'com.example.v1.Widget': { properties: { spec: { required: ['size'] } } } } },
  });
  await call(`${definitions}/widgets.example.com`, { method: 'DELETE' });
  cluster.settle();
  expect((await call(widgets)).body).toBe('404 page not found\n');
});

test('the API server authenticates client certificates and tokens', async () => {
  const review = { method: 'POST', body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' } };
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const bob = await asAnonymous(path, { ...review, headers: { authorization: 'Bearer bobs-token' } });
  expect(bob.body).toMatchObject({ status: { userInfo: { username: 'bob', groups: ['system:authenticated'] } } });
  expect(cluster.certificateKubeconfig('carol', ['team'])).toMatch(/client-certificate-data: \S+/);
});

test('the API server refuses to delete the namespaces that every cluster has', async () => {
  const message = 'namespaces "default" is forbidden: this namespace may not be deleted';
  expect((await call('/api/v1/namespaces/default', { method: 'DELETE' })).body).toMatchObject({ code: 403, message });
});
