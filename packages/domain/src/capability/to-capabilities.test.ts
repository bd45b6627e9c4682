import { expect, it } from 'vitest';
import type { ServedKind } from './capability.ts';
import { categoriesOf, providerOf } from './capability-rules.ts';
import { describeKind } from './describe-kind.ts';
import { preferVersion } from './prefer-version.ts';
import { toCapabilities } from './to-capabilities.ts';

const serve = (kind: string, version = 'v1', changed: Partial<ServedKind> = {}): ServedKind => ({
  group: 's3.aws.upbound.io',
  version,
  kind,
  plural: `${kind.toLowerCase()}s`,
  shortNames: [],
  namespaced: false,
  verbs: ['list', 'create'],
  ...changed,
});

const text = { type: 'string' };

/** Creates a schema as a server publishes it. */
const publish = (kind: string, schema: object) => ({
  ...schema,
  'x-kubernetes-group-version-kind': [{ group: 's3.aws.upbound.io', version: 'v1', kind }],
});

it('toCapabilities returns the purposes, fields and required kinds of each kind', () => {
  const schemas = {
    'io.upbound.Bucket': publish('Bucket', {
      description: 'Bucket is the Schema for the Buckets API. Provides a S3 bucket resource.',
      properties: { spec: { $ref: '#/components/schemas/Spec' } },
    }),
    'io.upbound.BucketPolicy': publish('BucketPolicy', {
      properties: {
        spec: {
          description: 'Who may read.',
          properties: { forProvider: { properties: { bucketIdRef: {}, policy: text } } },
        },
      },
    }),
    Spec: {
      required: ['region'],
      properties: { tags: { type: 'array', items: { properties: { key: text } } }, region: text },
    },
  };
  const [bucket, policy] = toCapabilities([serve('Bucket'), serve('BucketPolicy')], () => schemas);
  expect(bucket).toMatchObject({
    description: 'Provides a S3 bucket resource.',
    fields: ['region', 'tags', 'tags.key'],
    categories: ['object storage'],
    provider: 'aws',
    needs: [],
    neededBy: 1,
  });
  expect(policy).toMatchObject({
    description: 'Who may read.',
    fields: ['forProvider', 'forProvider.bucketIdRef', 'forProvider.policy'],
    needs: ['Bucket'],
    neededBy: 0,
  });
});

it('toCapabilities tells the main kinds of a group from auxiliary ones', () => {
  const of = (group: string, ...kinds: readonly string[]) =>
    toCapabilities(
      kinds.map((kind) => serve(kind, 'v1', { group })),
      () => ({}),
    ).map(({ kind, purpose, isAuxiliary }) => [kind, purpose !== undefined, isAuxiliary]);
  expect(of('cert-manager.io', 'Certificate', 'CertificateRequest')).toEqual([
    ['Certificate', true, undefined],
    ['CertificateRequest', false, true],
  ]);
  expect(of('shop.example.com', 'Cart', 'CartItem', 'Cartography', 'CheckoutRun')).toEqual([
    ['Cart', false, false],
    ['CartItem', false, true],
    ['Cartography', false, false],
    ['CheckoutRun', false, true],
  ]);
});

it('toCapabilities derives a kind from its name when there is no schema', () => {
  expect(toCapabilities([serve('Bucket')], () => ({}))).toMatchObject([
    { kind: 'Bucket', description: '', fields: [] },
  ]);
});

it('toCapabilities ends when schemas are recursive', () => {
  const loop = { properties: { next: { $ref: '#/components/schemas/Loop' } } };
  const schemas = {
    Loop: { items: { $ref: '#/components/schemas/Loop' }, ...loop },
    Bucket: publish('Bucket', { properties: { spec: { $ref: '#/components/schemas/Loop' } } }),
  };
  expect(toCapabilities([serve('Bucket')], () => schemas)[0]?.fields).toContain('next');
});

it.each([
  [{ description: 'Cluster is the Schema for the clusters API' }, /^$/],
  [
    { description: 'The `Probe` custom resource definition (CRD) defines a probe. More info: https://example.com' },
    /^defines a probe\.$/,
  ],
  [{ description: 'Keeps a [certificate](https://example.com) up to date.' }, /^Keeps a certificate up to date\.$/],
  [{ properties: { spec: { description: 'What is wanted.' } } }, /^What is wanted\.$/],
  [
    {
      description: `First sentence is here and it is quite long, to be sure of it being kept. ${'And more. '.repeat(40)}`,
    },
    /^First .*\.$/,
  ],
  [{ description: 'word '.repeat(100) }, /^(?:word )+…$/],
])('describeKind describes %j as %s', (schema, said) => {
  expect(describeKind(schema)).toMatch(said);
  expect(describeKind(schema).length).toBeLessThanOrEqual(242);
});

it('preferVersion returns each kind once, in its first version, without subresources', () => {
  const served = [
    serve('Bucket', 'v2'),
    serve('Bucket', 'v1'),
    serve('Object', 'v1'),
    serve('Scale', 'v2', { plural: 'buckets/scale', verbs: ['get', 'update'] }),
    serve('Review', 'v2', { verbs: ['create'] }),
    serve('Status', 'v2', { verbs: ['get'] }),
  ];
  expect(preferVersion(served).map(({ kind, version }) => `${kind} ${version}`)).toEqual([
    'Bucket v2',
    'Object v1',
    'Review v2',
  ]);
});

it.each([
  ['', 'kubernetes'],
  ['apps', 'kubernetes'],
  ['networking.k8s.io', 'kubernetes'],
  ['rbac.authorization.k8s.io', 'kubernetes'],
  ['gateway.networking.k8s.io', 'gateway-api'],
  ['snapshot.storage.k8s.io', 'csi'],
  ['rds.aws.upbound.io', 'aws'],
  ['acme.cert-manager.io', 'cert-manager'],
  ['rabbitmq.com', 'rabbitmq'],
])('providerOf maps the group "%s" to %s', (group, provider) => {
  expect(providerOf(group)).toBe(provider);
});

it.each([
  ['postgresql.cnpg.io', 'Cluster', ['database', 'compute']],
  ['cert-manager.io', 'Certificate', ['certificates']],
  ['', 'Secret', ['secrets']],
  ['example.com', 'Thing', []],
])('categoriesOf maps %s %s to %j', (group, kind, categories) => {
  expect(categoriesOf({ group, kind })).toEqual(categories);
});
