import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { defineWidgets } from './support/define-widgets.ts';

// Recorded from a Kubernetes 1.34.9 API server: built-in kinds come in the order of their Go structs, custom resources by name.
const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);

const deployments = '/apis/apps/v1/namespaces/default/deployments';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';

/** The names of an object's fields, and of some nested ones. */
function keysAt(value: unknown, ...path: readonly (string | number)[]): readonly string[] {
  const part = path.reduce<unknown>((parent, name) => (parent as Record<string | number, unknown>)[name], value);
  return Object.keys(part as object);
}

test('a Deployment has the field order of its Go struct when it is created in another order', async () => {
  const labels = { app: 'web' };
  const container = { resources: {}, env: [{ value: '1', name: 'B' }], image: 'web', name: 'main' };
  const body = {
    spec: { template: { spec: { containers: [container] }, metadata: { labels } }, selector: { matchLabels: labels } },
    metadata: { labels, name: 'web', annotations: { b: '1', a: '2' } },
    kind: 'Deployment',
    apiVersion: 'apps/v1',
  };
  await call(deployments, { method: 'POST', body });
  cluster.advance(5000);
  const reads = [
    (await call(`${deployments}/web`)).body,
    (await call(`${deployments}/web?dryRun=All`, { method: 'PUT', body })).body,
  ];
  for (const object of reads) {
    expect(keysAt(object)).toEqual(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
    const metadata = keysAt(object, 'metadata').filter((name) => name !== 'managedFields');
    expect(metadata).toEqual([
      'name',
      'namespace',
      'uid',
      'resourceVersion',
      'generation',
      'creationTimestamp',
      'labels',
      'annotations',
    ]);
    expect(keysAt(object, 'metadata', 'annotations').slice(0, 2)).toEqual(['a', 'b']);
    expect(keysAt(object, 'spec').slice(0, 4)).toEqual(['replicas', 'selector', 'template', 'strategy']);
    const first = ['spec', 'template', 'spec', 'containers', 0] as const;
    expect(keysAt(object, ...first).slice(0, 4)).toEqual(['name', 'image', 'env', 'resources']);
    expect(keysAt(object, ...first, 'env', 0)).toEqual(['name', 'value']);
  }
});

test('lists and watches have the field order of the Go struct', async () => {
  const { body: list } = await call(`${deployments}?limit=1`);
  expect(keysAt(list)).toEqual(['kind', 'apiVersion', 'metadata', 'items']);
  expect(keysAt(list, 'items', 0)).toEqual(['metadata', 'spec', 'status']);
  const { body: event } = await call(`${deployments}?watch=1&timeoutSeconds=1`);
  expect(keysAt(event)).toEqual(['type', 'object']);
  expect(keysAt(event, 'object')).toEqual(['kind', 'apiVersion', 'metadata', 'spec', 'status']);
});

test('a custom resource has alphabetical fields', async () => {
  const spec = { type: 'object', properties: { size: { type: 'integer' }, color: { type: 'string' } } };
  await call('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', { method: 'POST', body: defineWidgets(spec) });
  cluster.settle();
  const body = {
    kind: 'Widget',
    apiVersion: 'example.com/v1',
    spec: { size: 1, color: 'red' },
    metadata: { name: 'w' },
  };
  const { body: created } = await call(widgets, { method: 'POST', body });
  expect(keysAt(created)).toEqual(['apiVersion', 'kind', 'metadata', 'spec']);
  expect(keysAt(created, 'metadata')).toEqual(keysAt(created, 'metadata').toSorted());
  expect(keysAt(created, 'spec')).toEqual(['color', 'size']);
  const { body: list } = await call(widgets);
  expect(keysAt(list)).toEqual(['apiVersion', 'items', 'kind', 'metadata']);
  expect(keysAt(list, 'metadata')).toEqual(['continue', 'resourceVersion']);
  expect(list).toHaveProperty('metadata.continue', '');
});

test('PartialObjectMetadata of a custom resource has the field order of its Go struct', async () => {
  const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
  const { body } = await call(`${widgets}/w`, { headers: { accept } });
  expect(keysAt(body)).toEqual(['kind', 'apiVersion', 'metadata']);
  expect(keysAt(body, 'metadata').slice(0, 2)).toEqual(['name', 'namespace']);
});
