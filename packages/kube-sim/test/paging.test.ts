import { afterAll, beforeEach, expect, test } from 'vitest';
import { createCluster } from '../src/index.ts';
import { createApiClient } from './support/api-client.ts';

interface List {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: readonly { readonly metadata: { readonly name: string }; readonly data: object }[];
}

const historyLength = 50;
const cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z'), historyLength });
afterAll(() => cluster.close());
const call = createApiClient(cluster);
const path = '/api/v1/namespaces/pages/configmaps';
const put = (name: string, value = '1') =>
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace: 'pages' },
    data: { value },
  });
const remove = (name: string) =>
  cluster.objects.delete({ apiVersion: 'v1', kind: 'ConfigMap', name, namespace: 'pages' });
const read = async (query: string) => (await call(`${path}?${query}`)).body as List;
const next = (page: List, limit = 2) => read(`limit=${limit}&continue=${page.metadata.continue ?? ''}`);
const namesOf = (list: List) =>
  list.items.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt');

cluster.objects.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'pages' } });
beforeEach(() => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) put(name);
});

test('all pages of a list show the version of the first', async () => {
  const first = await read('limit=2');
  put('bb');
  put('c', '2');
  remove('d');
  const second = await next(first);
  expect(second.metadata).toMatchObject({ resourceVersion: first.metadata.resourceVersion, remainingItemCount: 2 });
  expect([...namesOf(first), ...namesOf(second), ...namesOf(await next(second))]).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(second.items[0]?.data).toEqual({ value: '1' });
  expect(namesOf(await read(''))).toEqual(['a', 'b', 'bb', 'c', 'e']);
  remove('bb');
});

test('the first page of service accounts in a new cluster equals a real one', async () => {
  const { body } = await call('/api/v1/namespaces/kube-system/serviceaccounts?limit=2');
  const { resourceVersion } = (body as List).metadata;
  const start = { v: 'meta.k8s.io/v1', rv: Number(resourceVersion), start: 'certificate-controller\u0000' };
  const account = (name: string) => ({
    metadata: {
      name,
      namespace: 'kube-system',
      uid: expect.any(String),
      resourceVersion: expect.any(String),
      creationTimestamp: expect.any(String),
    },
  });
  expect(body).toEqual({
    kind: 'ServiceAccountList',
    apiVersion: 'v1',
    metadata: {
      resourceVersion,
      continue: Buffer.from(JSON.stringify(start)).toString('base64url'),
      remainingItemCount: 33,
    },
    items: ['attachdetach-controller', 'certificate-controller'].map(account),
  });
});

test('a list at a named version shows that version', async () => {
  const { resourceVersion } = (await read('')).metadata;
  remove('a');
  const exact = await read(`resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`);
  expect(namesOf(exact)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(exact.metadata.resourceVersion).toBe(resourceVersion);
  expect(namesOf(await read(`resourceVersion=${resourceVersion}`))).toEqual(['b', 'c', 'd', 'e']);
});

test('an expired version is refused with a token for continuing', async () => {
  const first = await read('limit=2');
  for (let change = 0; change < 3 * historyLength; change += 1) put('z', String(change));
  remove('z');
  remove('d');
  const expired = await call(`${path}?limit=2&continue=${first.metadata.continue}`);
  expect(expired).toMatchObject({
    status: 410,
    body: { reason: 'Expired', metadata: { continue: expect.any(String) } },
  });
  const rest = await next(expired.body as List, 10);
  expect(namesOf(rest)).toEqual(['c', 'e']);
  expect(Number(rest.metadata.resourceVersion)).toBeGreaterThan(Number(first.metadata.resourceVersion));
  const exact = await call(`${path}?resourceVersion=${first.metadata.resourceVersion}&resourceVersionMatch=Exact`);
  expect(exact).toMatchObject({ status: 410, body: { reason: 'Expired' } });
});

test('a page with a selector omits the remaining count, and tokens are relative to the collection', async () => {
  const page = await read('limit=2&fieldSelector=metadata.name!=kube-root-ca.crt');
  expect(page.metadata).not.toHaveProperty('remainingItemCount');
  const token = JSON.parse(Buffer.from(page.metadata.continue ?? '', 'base64url').toString()) as object;
  expect(token).toEqual({ v: 'meta.k8s.io/v1', rv: Number(page.metadata.resourceVersion), start: 'b\u0000' });
});

test.each([
  ['resourceVersionMatch=Exact', 422, /forbidden unless resourceVersion is provided/],
  ['resourceVersion=0&resourceVersionMatch=Exact', 422, /is forbidden for resourceVersion/],
  ['resourceVersion=tomorrow', 400, /invalid resource version/],
  ['resourceVersion=999999999', 504, /Too large resource version: 999999999/],
  ['continue=e30', 400, /incorrect encoded start resourceVersion/],
])('the list options %s are refused', async (query, status, message) => {
  expect(await call(`${path}?${query}`)).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
});
