import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { defineWidgets } from './support/define-widgets.ts';

const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);
const widgets = '/apis/example.com/v1/namespaces/default/widgets';

cluster.objects.apply(
  defineWidgets({
    type: 'object',
    properties: {
      port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      colour: { type: 'string', default: 'grey' },
      source: {
        type: 'object',
        properties: { git: { type: 'string' }, image: { type: 'string' } },
        oneOf: [{ required: ['git'] }, { required: ['image'] }],
      },
      free: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { size: { type: 'integer' } },
      },
      parts: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        items: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string' }, count: { type: 'integer' } },
        },
      },
      tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    },
  }),
);

const widget = (spec: object, name = 'w') => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
});
const tryOut = (spec: object) => call(`${widgets}?dryRun=All`, { method: 'POST', body: widget(spec) });

test('a custom resource loses unknown fields unless its schema preserves them', async () => {
  const { body } = await tryOut({ typo: 1, free: { size: 1, anything: { at: 'all' } } });
  expect((body as { spec: object }).spec).toEqual({ colour: 'grey', free: { size: 1, anything: { at: 'all' } } });
});

test('a null that is not allowed becomes the default', async () => {
  expect((await tryOut({ colour: null })).body).toMatchObject({ spec: { colour: 'grey' } });
});

test.each([
  [{ port: 80 }, 201],
  [{ port: 'http' }, 201],
  [{ source: { git: 'here' } }, 201],
  [{ parts: [{ name: 'a' }, { name: 'b' }] }, 201],
])('the custom resource %j is accepted', async (spec, status) => {
  expect(await tryOut(spec)).toMatchObject({ status });
});

test.each([
  [{ port: true }, 'spec.port', /anyOf/],
  [{ source: {} }, 'spec.source', /must validate one and only one schema \(oneOf\)\. Found none valid/],
  [{ source: { git: 'here', image: 'there' } }, 'spec.source', /Found 2 valid alternatives/],
  [{ free: { size: 'large' } }, 'spec.free.size', /must be of type integer: "string"/],
  [{ parts: [{ name: 'a' }, { name: 'a', count: 2 }] }, 'spec.parts[1]', /Duplicate value: \{"name":"a"\}/],
  [{ tags: ['x', 'y', 'x'] }, 'spec.tags[2]', /Duplicate value: "x"/],
])('the custom resource %j is refused for %s', async (spec, field, message) => {
  const causes = [{ field, message: expect.stringMatching(message) as unknown }];
  expect(await tryOut(spec)).toMatchObject({ status: 422, body: { reason: 'Invalid', details: { causes } } });
});

test('field managers own elements of list maps and values of sets', async () => {
  const apply = (manager: string, spec: object) =>
    call(`${widgets}/shared?fieldManager=${manager}`, {
      method: 'PATCH',
      body: widget(spec, 'shared'),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
  await apply('one', { parts: [{ name: 'a', count: 1 }], tags: ['x'] });
  expect((await apply('two', { parts: [{ name: 'b', count: 2 }], tags: ['y'] })).body).toMatchObject({
    spec: {
      parts: [
        { name: 'a', count: 1 },
        { name: 'b', count: 2 },
      ],
      tags: ['x', 'y'],
    },
  });
  const conflict = await apply('two', { parts: [{ name: 'a', count: 3 }], tags: ['y'] });
  expect(conflict).toMatchObject({
    status: 409,
    body: { details: { causes: [{ field: '.spec.parts[name="a"].count' }] } },
  });
  expect((await apply('one', { tags: [] })).body).toMatchObject({
    spec: { parts: [{ name: 'b', count: 2 }], tags: ['y'] },
  });
});
