import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { defineWidgets } from './support/define-widgets.ts';

// Recorded from a Kubernetes 1.34.9 API server; apiserver/pkg/endpoints/handlers/patch.go makes these refusals.
const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);

const settings = '/api/v1/namespaces/default/configmaps/settings';
const web = '/apis/apps/v1/namespaces/default/deployments/web';
const widget = '/apis/example.com/v1/namespaces/default/widgets/w';
const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
};
const patch = (path: string, type: keyof typeof patchTypes, body: unknown) =>
  call(path, { method: 'PATCH', headers: { 'content-type': patchTypes[type] }, body });

beforeAll(async () => {
  await call('/api/v1/namespaces/default/configmaps', {
    method: 'POST',
    body: { metadata: { name: 'settings' }, data: { a: '1' } },
  });
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web' }] } };
  await call('/apis/apps/v1/namespaces/default/deployments', {
    method: 'POST',
    body: { metadata: { name: 'web' }, spec: { replicas: 1, selector: { matchLabels: labels }, template } },
  });
  const spec = { type: 'object', properties: { size: { type: 'integer' } } };
  await call('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { method: 'POST', body: defineWidgets(spec) });
  cluster.settle();
  await call('/apis/example.com/v1/namespaces/default/widgets', {
    method: 'POST',
    body: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 1 } },
  });
});

describe('a JSON patch', () => {
  test('adds a missing key when it replaces it', async () => {
    const body = [{ op: 'replace', path: '/data/new', value: '3' }];
    expect(await patch(`${settings}?dryRun=All`, 'json', body)).toMatchObject({
      status: 200,
      body: { data: { a: '1', new: '3' } },
    });
  });

  test.each([
    ['removes a missing key', { op: 'remove', path: '/data/none' }],
    ['adds below a missing parent', { op: 'add', path: '/metadata/annotations/x', value: '1' }],
    ['replaces below a missing parent', { op: 'replace', path: '/metadata/annotations/x', value: '1' }],
    ['tests another value', { op: 'test', path: '/data/a', value: '2' }],
    ['tests a missing key', { op: 'test', path: '/data/none', value: '2' }],
    ['has an unknown operation', { op: 'frobnicate', path: '/data/a' }],
  ])('is refused without a cause when it %s', async (_, operation) => {
    expect(await patch(settings, 'json', [operation])).toMatchObject({
      status: 422,
      body: {
        message: 'the server rejected our request due to an error in our request',
        reason: 'Invalid',
        details: {},
      },
    });
  });

  test('is refused when it is no list', async () => {
    const why = 'json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp';
    expect(await patch(settings, 'json', {})).toMatchObject({
      status: 400,
      body: { message: `error decoding patch: ${why}` },
    });
  });
});

describe('strict field validation of a patch', () => {
  const refusal = (value: string, why: string) => ({
    status: 422,
    body: { message: ` "" is invalid: patch: Invalid value: ${value}: ${why}`, reason: 'Invalid' },
  });

  test('repeats a strategic merge patch as Go prints it', async () => {
    const body = { spec: { template: { spec: { containers: [{ name: 'main', nosuch: 1 }] } } } };
    const printed = '"map[spec:map[template:map[spec:map[containers:[map[name:main nosuch:1]]]]]]"';
    expect(await patch(`${web}?fieldValidation=Strict`, 'strategic', body)).toMatchObject(
      refusal(printed, 'strict decoding error: unknown field "spec.template.spec.containers[0].nosuch"'),
    );
  });

  test('repeats the whole object when a merge patch has an unknown field', async () => {
    const { body } = await patch(`${settings}?fieldValidation=Strict`, 'merge', { nosuch: 1 });
    expect(body).toMatchObject({ details: { causes: [{ field: 'patch', reason: 'FieldValueInvalid' }] } });
    expect(body).not.toHaveProperty('details.kind');
    expect((body as { message: string }).message).toContain(String.raw`{\"apiVersion\":\"v1\",`);
  });

  test('refuses a field that is named twice', async () => {
    const text = '{"spec":{"replicas":2,"replicas":3}}';
    expect(await patch(`${web}?fieldValidation=Strict`, 'strategic', text)).toMatchObject(
      refusal('"map[spec:map[replicas:3]]"', 'strict decoding error: duplicate field "spec.replicas"'),
    );
  });

  test('warns of a field that is named twice when it is not strict', async () => {
    const { status, headers } = await patch(`${web}?dryRun=All`, 'merge', '{"spec":{"replicas":2,"replicas":3}}');
    expect([status, headers['warning']]).toEqual([200, String.raw`299 - "duplicate field \"spec.replicas\""`]);
  });

  test('refuses the wrong type of a strategic merge patch whatever it says', async () => {
    expect(await patch(`${web}?dryRun=All`, 'strategic', { spec: { replicas: 'many' } })).toMatchObject(
      refusal('"map[spec:map[replicas:many]]"', 'unrecognized type: int32'),
    );
  });
});

describe('a refused patch', () => {
  test('answers 415 for another type of content', async () => {
    expect(await call(settings, { method: 'PATCH', body: {} })).toMatchObject({
      status: 415,
      body: { message: '415: Unsupported Media Type', reason: 'UnsupportedMediaType', details: {} },
    });
  });

  test('names the accepted types for a custom resource', async () => {
    expect(await patch(widget, 'strategic', { spec: { size: 2 } })).toMatchObject({
      status: 415,
      body: { message: expect.stringContaining('accepted media types include: application/json-patch+json') as string },
    });
  });

  test('answers 500 without a reason for an unknown directive', async () => {
    const containers = [{ name: 'main', $patch: 'frob' }];
    const answer = await patch(web, 'strategic', { spec: { template: { spec: { containers } } } });
    const message = 'unknown patch type: frob in map: map[$patch:frob name:main]';
    expect(answer).toMatchObject({ status: 500, body: { message } });
    expect(answer.body).not.toHaveProperty('reason');
  });

  test('answers 422 when it changes the uid', async () => {
    const uid = '11111111-1111-1111-1111-111111111111';
    const { status, body } = await patch(settings, 'merge', { metadata: { uid } });
    expect([status, (body as { details: { causes: unknown[] } }).details.causes]).toEqual([
      422,
      [expect.objectContaining({ field: 'metadata.uid' }), expect.objectContaining({ field: 'metadata.uid' })],
    ]);
  });

  test.each([
    ['dryRun=true', 'dryRun: Unsupported value: ["true"]: supported values: "All"'],
    [
      'fieldValidation=No',
      'fieldValidation: Unsupported value: "No": supported values: "", "Ignore", "Strict", "Warn"',
    ],
  ])('answers 422 for %s', async (query, why) => {
    expect(await patch(`${settings}?${query}`, 'merge', {})).toMatchObject({
      status: 422,
      body: { message: `PatchOptions.meta.k8s.io "" is invalid: ${why}` },
    });
  });
});

describe('server-side apply', () => {
  const configuration = (spec: object) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec,
  });

  test.each<[string, string, object, string]>([
    ['unknown field', 'Strict', { nosuch: 1 }, '.spec.nosuch: field not declared in schema'],
    ['unknown field', 'Ignore', { nosuch: 1 }, '.spec.nosuch: field not declared in schema'],
    ['wrong type', 'Warn', { replicas: 'x' }, '.spec.replicas: expected numeric (int or float), got string'],
  ])('answers 500 without a reason for an %s under %s', async (...[, validation, spec, why]) => {
    const query = `fieldManager=a&force=true&dryRun=All&fieldValidation=${validation}`;
    const { status, headers, body } = await patch(`${web}?${query}`, 'apply', configuration(spec));
    const message = `failed to create typed patch object (/web; apps/v1, Kind=Deployment): ${why}`;
    expect({ status, body }).toMatchObject({ status: 500, body: { message } });
    expect(body).not.toHaveProperty('reason');
    expect(headers).not.toHaveProperty('warning');
  });

  test('answers 422 without a field manager', async () => {
    const why = 'fieldManager: Required value: is required for apply patch';
    expect(await patch(web, 'apply', configuration({ replicas: 2 }))).toMatchObject({
      status: 422,
      body: { message: `PatchOptions.meta.k8s.io "" is invalid: ${why}` },
    });
  });

  test('names conflicting fields in their order, and the manager without a time', async () => {
    const body = configuration({ template: { spec: { containers: [{ name: 'main', image: 'other' }] } }, replicas: 5 });
    const { status, body: answer } = await patch(`${web}?fieldManager=gitops`, 'apply', body);
    expect(status).toBe(409);
    expect((answer as { message: string }).message).toMatch(
      /^Apply failed with 2 conflicts: conflicts with "[^"]+" using apps\/v1:\n- \.spec\.replicas\n- \.spec\.template/,
    );
  });

  const repeated = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata:\n  x: "1"\n  x: "2"\n';

  test('refuses a key that the YAML names twice under strict validation', async () => {
    const why = 'error converting YAML to JSON: yaml: unmarshal errors:\n  line 6: key "x" already set in map';
    expect(await patch(`${settings}?fieldManager=a&fieldValidation=Strict`, 'apply', repeated)).toMatchObject({
      status: 400,
      body: { message: `error strict decoding YAML: ${why}` },
    });
  });

  test('takes the later value of a key that the YAML names twice, with a warning', async () => {
    const { status, headers, body } = await patch(`${settings}?fieldManager=a&dryRun=All`, 'apply', repeated);
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { x: '2' } } });
    expect(headers['warning']).toBe(String.raw`299 - "line 6: key \"x\" already set in map"`);
  });
});

describe('an update', () => {
  test('of a custom resource needs a resource version', async () => {
    const body = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec: { size: 2 } };
    const why = 'metadata.resourceVersion: Invalid value: 0: must be specified for an update';
    expect(await call(widget, { method: 'PUT', body })).toMatchObject({
      status: 422,
      body: { message: `widgets.example.com "w" is invalid: ${why}` },
    });
  });

  test('with another uid answers the error of the storage', async () => {
    const uid = '11111111-1111-1111-1111-111111111111';
    const { status, body } = await call(settings, { method: 'PUT', body: { metadata: { name: 'settings', uid } } });
    expect(status).toBe(409);
    expect((body as { message: string }).message).toContain(
      'StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/settings, ResourceVersion: 0',
    );
  });
});
