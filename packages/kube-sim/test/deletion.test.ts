import { afterAll, describe, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

// Recorded from a Kubernetes 1.34.9 API server; apiserver/pkg/endpoints/handlers/delete.go reads the query only without a body.
const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
afterAll(() => cluster.close());
const call = createApiClient(cluster);

const configMaps = '/api/v1/namespaces/default/configmaps';
const pods = '/api/v1/namespaces/default/pods';
const isStored = async (path: string) => (await call(path)).status === 200;

let count = 0;
async function createConfigMap(metadata: object = {}): Promise<string> {
  count += 1;
  const name = `settings-${count}`;
  const body = { metadata: { name, ...metadata }, data: { a: '1' } };
  expect(await call(configMaps, { method: 'POST', body })).toMatchObject({ status: 201 });
  return `${configMaps}/${name}`;
}

async function createPod(metadata: object = {}): Promise<string> {
  count += 1;
  const name = `pod-${count}`;
  const body = { metadata: { name, ...metadata }, spec: { containers: [{ name: 'main', image: 'web' }] } };
  expect(await call(pods, { method: 'POST', body })).toMatchObject({ status: 201 });
  cluster.settle();
  return `${pods}/${name}`;
}

describe('DELETE', () => {
  test.each<[string, { query?: string; body?: object; isKept: boolean }]>([
    ['keeps the object when only the query says dryRun', { query: '?dryRun=All', isKept: true }],
    ['keeps the object when only the body says dryRun', { body: { dryRun: ['All'] }, isKept: true }],
    [
      'keeps the object when query and body say dryRun',
      { query: '?dryRun=All', body: { dryRun: ['All'] }, isKept: true },
    ],
    ['deletes the object when the body is empty', { query: '?dryRun=All', body: {}, isKept: false }],
    [
      'deletes the object when the body lacks dryRun',
      { query: '?dryRun=All', body: { propagationPolicy: 'Background' }, isKept: false },
    ],
    [
      'deletes the object when dryRun of the body is empty',
      { query: '?dryRun=All', body: { dryRun: [] }, isKept: false },
    ],
    ['deletes the object when the body misspells dryRun', { body: { dry_run: ['All'] }, isKept: false }],
    ['deletes the object when preconditions are in the query', { query: '?preconditions.uid=1', isKept: false }],
    [
      'honours dryRun when the body names another version',
      { body: { apiVersion: 'nope/v9', dryRun: ['All'] }, isKept: true },
    ],
  ])('%s', async (_, { query = '', body, isKept }) => {
    const path = await createConfigMap();
    const answer = await call(path + query, { method: 'DELETE', ...(body !== undefined && { body }) });
    expect(answer).toMatchObject({ status: 200, body: { kind: 'Status', status: 'Success' } });
    expect(await isStored(path)).toBe(isKept);
  });

  test('keeps the object when a YAML body says dryRun', async () => {
    const path = await createConfigMap();
    const headers = { 'content-type': 'application/yaml' };
    expect(await call(path, { method: 'DELETE', headers, body: 'dryRun: [All]\n' })).toMatchObject({ status: 200 });
    expect(await isStored(path)).toBe(true);
  });

  const unsupported = (value: string) => `dryRun: Unsupported value: ["${value}"]: supported values: "All"`;
  test.each<[string, { query?: string; body?: object; text: string }]>([
    ['dryRun=true', { query: '?dryRun=true', text: unsupported('true') }],
    ['an empty dryRun', { query: '?dryRun=', text: unsupported('') }],
    ['another dryRun in the body', { body: { dryRun: ['Some'] }, text: unsupported('Some') }],
    [
      'an unknown propagation policy',
      {
        body: { propagationPolicy: 'Nope' },
        text: 'propagationPolicy: Unsupported value: "Nope": supported values: "Foreground", "Background", "Orphan", "nil"',
      },
    ],
    [
      'a propagation policy beside orphanDependents',
      {
        body: { propagationPolicy: 'Background', orphanDependents: true },
        text: 'propagationPolicy: Invalid value: "Background": orphanDependents and deletionPropagation cannot be both set',
      },
    ],
  ])('refuses %s with 422', async (_, { query = '', body, text }) => {
    const path = await createConfigMap();
    expect(await call(path + query, { method: 'DELETE', ...(body !== undefined && { body }) })).toMatchObject({
      status: 422,
      body: {
        reason: 'Invalid',
        message: `DeleteOptions.meta.k8s.io "" is invalid: ${text}`,
        details: { group: 'meta.k8s.io', kind: 'DeleteOptions' },
      },
    });
    expect(await isStored(path)).toBe(true);
  });

  test('refuses a body of another kind with 400', async () => {
    const path = await createConfigMap();
    const answer = await call(path, { method: 'DELETE', body: { dryRun: true } });
    expect(answer).toMatchObject({ status: 400, body: { reason: 'BadRequest' } });
    expect(await isStored(path)).toBe(true);
  });

  test('names the kind when a precondition does not hold', async () => {
    const path = await createConfigMap();
    const uid = '11111111-1111-1111-1111-111111111111';
    const name = path.split('/').at(-1);
    for (const dryRun of [{}, { dryRun: ['All'] }]) {
      const answer = await call(path, { method: 'DELETE', body: { preconditions: { uid }, ...dryRun } });
      expect(answer).toMatchObject({
        status: 409,
        body: {
          message: expect.stringMatching(
            `^Operation cannot be fulfilled on ConfigMap "${name}": the UID in the precondition \\(${uid}\\) does not match`,
          ) as string,
          details: { name, kind: 'ConfigMap' },
        },
      });
    }
    const stale = await call(path, { method: 'DELETE', body: { preconditions: { resourceVersion: '1' } } });
    expect(stale).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('might have been modified') as string },
    });
    expect(await isStored(path)).toBe(true);
  });

  test('changes nothing when an object with finalizers is deleted again', async () => {
    const path = await createConfigMap({ finalizers: ['example.com/hold'] });
    const first = await call(path, { method: 'DELETE' });
    expect(first).toMatchObject({ status: 200, body: { metadata: { deletionGracePeriodSeconds: 0 } } });
    expect(await call(path, { method: 'DELETE' })).toMatchObject({ status: 200, body: first.body });
  });

  test('increments the generation when a deployment is marked', async () => {
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { app: 'marked' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web' }] } };
    const body = { metadata: { name: 'marked' }, spec: { replicas: 0, selector: { matchLabels: labels }, template } };
    expect(await call(deployments, { method: 'POST', body })).toMatchObject({ body: { metadata: { generation: 1 } } });
    const answer = await call(`${deployments}/marked?propagationPolicy=Foreground`, { method: 'DELETE' });
    expect(answer).toMatchObject({
      status: 200,
      body: { metadata: { generation: 2, finalizers: ['foregroundDeletion'] } },
    });
  });

  test('returns the pod when it is removed at once', async () => {
    const path = await createPod();
    const answer = await call(`${path}?gracePeriodSeconds=0`, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 200, body: { kind: 'Pod', metadata: { deletionGracePeriodSeconds: 0 } } });
    expect(await isStored(path)).toBe(false);
  });

  test('reads a negative grace period as one second', async () => {
    const path = await createPod();
    const answer = await call(`${path}?gracePeriodSeconds=-5&dryRun=All`, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 200, body: { metadata: { deletionGracePeriodSeconds: 1 } } });
    expect(await call(path)).not.toHaveProperty('body.metadata.deletionTimestamp');
  });

  test('counts a shorter grace period from the first deletion', async () => {
    const path = await createPod({ finalizers: ['example.com/hold'] });
    await call(path, { method: 'DELETE' });
    cluster.advance(1000);
    const answer = await call(path, { method: 'DELETE', body: { gracePeriodSeconds: 10 } });
    expect(answer).toMatchObject({ body: { metadata: { deletionTimestamp: '2026-01-01T00:00:10Z' } } });
    expect(await call(path, { method: 'DELETE', body: { gracePeriodSeconds: 60 } })).toMatchObject({
      body: { metadata: { deletionTimestamp: '2026-01-01T00:00:10Z', deletionGracePeriodSeconds: 10 } },
    });
  });

  test('returns the object when a service account is deleted', async () => {
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    await call(accounts, { method: 'POST', body: { metadata: { name: 'gone' } } });
    const answer = await call(`${accounts}/gone`, { method: 'DELETE' });
    expect(answer).toMatchObject({ status: 200, body: { kind: 'ServiceAccount', metadata: { name: 'gone' } } });
  });
});

describe('DELETE of a collection', () => {
  test.each<[string, { query?: string; body?: object; left: number }]>([
    ['keeps the objects when the query says dryRun', { query: '&dryRun=All', left: 2 }],
    ['keeps the objects when the body says dryRun', { body: { dryRun: ['All'] }, left: 2 }],
    [
      'deletes the objects when the body lacks dryRun',
      { query: '&dryRun=All', body: { kind: 'DeleteOptions' }, left: 0 },
    ],
  ])('%s', async (_, { query = '', body, left }) => {
    const labels = { set: `s${(count += 1)}` };
    await createConfigMap({ labels });
    await createConfigMap({ labels });
    const path = `${configMaps}?labelSelector=set%3D${labels.set}`;
    const answer = await call(path + query, { method: 'DELETE', ...(body !== undefined && { body }) });
    expect(answer).toMatchObject({ status: 200, body: { kind: 'ConfigMapList', items: [{}, {}] } });
    expect((await call(path)).body).toHaveProperty('items.length', left);
  });
});

describe('DELETE of a namespace', () => {
  test('deletes it when the query says dryRun and the body is empty', async () => {
    await call('/api/v1/namespaces', { method: 'POST', body: { metadata: { name: 'team' } } });
    const path = '/api/v1/namespaces/team';
    const terminating = { status: 200, body: { kind: 'Namespace', status: { phase: 'Terminating' } } };
    const tried = await call(`${path}?dryRun=All`, { method: 'DELETE' });
    expect(tried).toMatchObject(terminating);
    expect(tried).not.toHaveProperty('body.metadata.deletionGracePeriodSeconds');
    expect(await call(path)).not.toHaveProperty('body.metadata.deletionTimestamp');
    expect(await call(`${path}?dryRun=All`, { method: 'DELETE', body: {} })).toMatchObject(terminating);
    cluster.settle();
    expect(await call(path)).toMatchObject({ status: 404 });
  });
});
