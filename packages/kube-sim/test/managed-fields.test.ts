import { afterAll, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';
import { defineWidgets } from './support/define-widgets.ts';

interface Owned {
  readonly metadata: {
    readonly labels?: Readonly<Record<string, string>>;
    readonly managedFields?: readonly {
      readonly manager: string;
      readonly operation: string;
      readonly subresource?: string;
      readonly fieldsV1: object;
    }[];
  };
}

interface Sent {
  readonly kind: string;
  readonly [field: string]: unknown;
}

const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);
const at = (kind: string) =>
  kind === 'Widget'
    ? '/apis/example.com/v1/namespaces/default/widgets'
    : kind === 'Deployment' || kind === 'ControllerRevision'
      ? `/apis/apps/v1/namespaces/default/${kind.toLowerCase()}s`
      : `/api/v1/namespaces/default/${kind.toLowerCase()}s`;
const ownersOf = (answer: { readonly body: unknown }) => {
  const { managedFields = [] } = (answer.body as Owned).metadata;
  return Object.fromEntries(managedFields.map((entry) => [`${entry.operation} ${entry.manager}`, entry.fieldsV1]));
};
const post = (object: Sent, manager = 'creator') =>
  call(`${at(object.kind)}?fieldManager=${manager}`, { method: 'POST', body: object });
const patchAs = (manager: string) => (place: string, type: string, body: unknown) =>
  call(`${place}?fieldManager=${manager}`, {
    method: 'PATCH',
    body,
    headers: { 'content-type': `application/${type}` },
  });
const patch = patchAs('patcher');

cluster.objects.apply(defineWidgets({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }));

const container = {
  name: 'web',
  image: 'nginx:1.29',
  ports: [{ containerPort: 80 }],
  env: [{ name: 'PORT', value: '80' }],
  resources: { limits: { cpu: '1' } },
  livenessProbe: { httpGet: { port: 80 } },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [container, { name: 'side', image: 'busybox' }] },
    },
  },
};
const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } };
const widget = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'w', labels: { app: 'w' }, finalizers: ['example.com/keep'] },
  spec: { sizes: [1, 2], colours: { red: {} } },
};

const defaulted = { 'f:imagePullPolicy': {}, 'f:terminationMessagePath': {}, 'f:terminationMessagePolicy': {} };
const created: Readonly<Record<string, readonly [object: Sent, owned: object]>> = {
  'a new Deployment owns maps, lists and optional structs, but not the structs of every Deployment': [
    deployment,
    {
      'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
      'f:spec': {
        'f:progressDeadlineSeconds': {},
        'f:replicas': {},
        'f:revisionHistoryLimit': {},
        'f:selector': {},
        'f:strategy': {
          'f:rollingUpdate': { '.': {}, 'f:maxSurge': {}, 'f:maxUnavailable': {} },
          'f:type': {},
        },
        'f:template': {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
          'f:spec': {
            'f:containers': {
              'k:{"name":"side"}': { '.': {}, ...defaulted, 'f:image': {}, 'f:name': {}, 'f:resources': {} },
              'k:{"name":"web"}': {
                '.': {},
                ...defaulted,
                'f:env': { '.': {}, 'k:{"name":"PORT"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
                'f:image': {},
                'f:livenessProbe': {
                  '.': {},
                  'f:failureThreshold': {},
                  'f:httpGet': { '.': {}, 'f:path': {}, 'f:port': {}, 'f:scheme': {} },
                  'f:periodSeconds': {},
                  'f:successThreshold': {},
                  'f:timeoutSeconds': {},
                },
                'f:name': {},
                'f:ports': {
                  '.': {},
                  'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} },
                },
                'f:resources': {
                  '.': {},
                  'f:limits': { '.': {}, 'f:cpu': {} },
                  'f:requests': { '.': {}, 'f:cpu': {} },
                },
              },
            },
            'f:dnsPolicy': {},
            'f:restartPolicy': {},
            'f:schedulerName': {},
            'f:securityContext': {},
            'f:terminationGracePeriodSeconds': {},
          },
        },
      },
    },
  ],
  'fields that the server sets in a Service have no owner': [
    service,
    {
      'f:spec': {
        'f:internalTrafficPolicy': {},
        'f:ports': {
          '.': {},
          'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:protocol': {}, 'f:targetPort': {} },
        },
        'f:sessionAffinity': {},
        'f:type': {},
      },
    },
  ],
  'a field of an open type is owned as a whole': [
    {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'first', namespace: 'default' },
      revision: 1,
      data: { spec: { replicas: 1 } },
    },
    { 'f:data': {}, 'f:revision': {} },
  ],
  'a custom resource has no embedded structs and the metadata of every object': [
    widget,
    {
      'f:metadata': {
        'f:finalizers': { '.': {}, 'v:"example.com/keep"': {} },
        'f:labels': { '.': {}, 'f:app': {} },
      },
      'f:spec': { '.': {}, 'f:colours': { '.': {}, 'f:red': {} }, 'f:sizes': {} },
    },
  ],
};

test.each(Object.entries(created))('%s', async (_, [object, owned]) => {
  expect(ownersOf(await post(object))).toEqual({ 'Update creator': owned });
});

test('a null is absent to a type, except for a time', async () => {
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'told', namespace: 'default', labels: null },
    involvedObject: { kind: 'Pod', name: 'web', namespace: 'default' },
    reason: 'Told',
    eventTime: null,
  };
  const { status, body } = await post(event);
  expect(status).toBe(201);
  expect(body).toMatchObject({ eventTime: null });
  expect((body as Owned).metadata).not.toHaveProperty('labels');
  expect(ownersOf({ body })).toEqual({ 'Update creator': { 'f:involvedObject': {}, 'f:reason': {} } });
  const unknown = await call(`${at('Event')}?fieldValidation=Strict`, {
    method: 'POST',
    body: { ...event, extra: null },
  });
  expect(unknown).toMatchObject({ status: 400, body: { message: expect.stringContaining('unknown field "extra"') } });
});

test('an update owns a map only if it is new, and loses removed fields', async () => {
  const place = `${at('ConfigMap')}/updated`;
  await post({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'updated' }, data: { a: '1', b: '1' } });
  const changed = await patch(place, 'merge-patch+json', {
    metadata: { labels: { team: 'red' } },
    data: { a: null, c: '1' },
  });
  expect(ownersOf(changed)).toEqual({
    'Update creator': { 'f:data': { '.': {}, 'f:b': {} } },
    'Update patcher': { 'f:data': { 'f:c': {} }, 'f:metadata': { 'f:labels': { '.': {}, 'f:team': {} } } },
  });
});

test('an apply owns its fields and list elements, but no maps around them', async () => {
  const applied = await patch(`${at('Deployment')}/applied`, 'apply-patch+yaml', {
    ...deployment,
    metadata: { labels: { app: 'web' } },
    spec: {
      ...deployment.spec,
      template: { ...deployment.spec.template, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
    },
  });
  expect(ownersOf(applied)).toEqual({
    'Apply patcher': {
      'f:metadata': { 'f:labels': { 'f:app': {} } },
      'f:spec': {
        'f:selector': {},
        'f:template': {
          'f:metadata': { 'f:labels': { 'f:app': {} } },
          'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {} } } },
        },
      },
    },
  });
});

test('an apply removes an element that no manager names, even if another manager changed it', async () => {
  const place = `${at('Deployment')}/shrunk`;
  const withContainers = (...containers: readonly object[]) => ({
    ...deployment,
    metadata: {},
    spec: { ...deployment.spec, template: { ...deployment.spec.template, spec: { containers } } },
  });
  const side = { name: 'side', image: 'busybox' };
  await patch(place, 'apply-patch+yaml', withContainers(container, side));
  const tty = { spec: { template: { spec: { containers: [{ name: 'side', tty: true }] } } } };
  await patchAs('other')(place, 'strategic-merge-patch+json', tty);
  const { body } = await patch(place, 'apply-patch+yaml', withContainers(container));
  expect(body).toMatchObject({ spec: { template: { spec: { containers: [{ name: 'web' }] } } } });
});

test('controllers and kubelets own what they write', async () => {
  const place = `${at('Deployment')}/scaled`;
  const named = { ...deployment, metadata: { name: 'scaled' } };
  await patch(place, 'apply-patch+yaml', { ...named, spec: { ...named.spec, replicas: 1 } });
  cluster.advance(10_000);
  const managersOf = ({ metadata: { managedFields = [] } }: Owned) =>
    managedFields.map(({ manager, subresource }) => [manager, subresource]);
  expect(managersOf((await call(place)).body as Owned)).toEqual([
    ['patcher', undefined],
    ['kube-controller-manager', 'status'],
  ]);
  const { items } = (await call(at('Pod'))).body as { items: readonly Owned[] };
  expect(items.map(managersOf)).toContainEqual([
    ['kube-controller-manager', undefined],
    ['kubelet', 'status'],
  ]);
});

test('managed fields can be replaced or cleared, and an apply tracks them again', async () => {
  const place = `${at('ConfigMap')}/handed`;
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'handed' }, data: { a: '1' } };
  const { body } = await post(configMap, 'old');
  const [entry] = (body as Owned).metadata.managedFields ?? [];
  const renamed = { ...entry, manager: 'new', operation: 'Apply' };
  const replace = (value: unknown) =>
    patch(place, 'json-patch+json', [{ op: 'replace', path: '/metadata/managedFields', value }]);
  expect(ownersOf(await replace([renamed]))).toEqual({ 'Apply new': entry?.fieldsV1 });
  expect(ownersOf(await replace([{ ...entry, fieldsV1: { nonsense: {} } }]))).toEqual({ 'Apply new': entry?.fieldsV1 });
  expect(ownersOf(await replace([{}]))).toEqual({});
  expect(ownersOf(await patch(place, 'merge-patch+json', { data: { b: '1' } }))).toEqual({});
  const applied = await patchAs('new')(place, 'apply-patch+yaml', configMap);
  expect(ownersOf(applied)).toEqual({
    'Apply new': { 'f:data': { 'f:a': {} } },
    'Update before-first-apply': { 'f:data': { '.': {}, 'f:a': {}, 'f:b': {} } },
  });
});

const kubectl = patchAs('kubectl');

test.each([
  ['kubectl migrates fields of client-side apply without a conflict', '1', 200],
  ['a field changed since client-side apply is a conflict', '2', 409],
])('%s', async (_, live, status) => {
  const configuration = (a: string) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `kept-${live}` },
    data: { a },
  });
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(configuration('1')) };
  const place = `${at('ConfigMap')}/kept-${live}`;
  await post({ ...configuration('1'), metadata: { name: `kept-${live}`, annotations } });
  await patch(place, 'merge-patch+json', { data: { a: live } });
  const { status: answered, body } = await kubectl(place, 'apply-patch+yaml', configuration('3'));
  expect(answered).toBe(status);
  const applied = JSON.stringify(configuration('3'));
  expect(JSON.stringify(body).includes(JSON.stringify(`${applied}\n`))).toBe(status === 200);
});
