import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { openKubernetesTools } from '../../test/support/start-kubernetes.ts';
import { sendJson, startTestServer } from '../testing/start-test-server.ts';

// Responses of real API servers that kube-sim does not send: their shapes are those of Kubernetes 1.34.9, and of 1.20
// for discovery.

/** Responses in JSON or plain text, by path or path with query. */
type Answers = Readonly<Record<string, unknown>>;

const resource = (name: string, kind: string, more: object = {}) => ({
  resource: name,
  responseKind: { group: '', version: '', kind },
  scope: 'Namespaced',
  singularResource: kind.toLowerCase(),
  verbs: ['get', 'list'],
  ...more,
});
const group = (name: string, version: string, more: object) => ({
  metadata: { name },
  versions: [{ version, ...more }],
});
const core = {
  kind: 'APIGroupDiscoveryList',
  items: [group('', 'v1', { resources: [resource('pods', 'Pod'), resource('nodes', 'Node', { scope: 'Cluster' })] })],
};
const groups = (...items: readonly object[]) => ({ kind: 'APIGroupDiscoveryList', items });
const status = (code: number, message: string, more: object = {}) => ({
  code,
  body: { kind: 'Status', status: 'Failure', message, code, ...more },
});

/** Opens the tools on a server that has only these responses. */
async function openOn(answers: Answers | ((request: IncomingMessage) => Answers)) {
  const api = await startTestServer((request, response) => {
    const table = typeof answers === 'function' ? answers(request) : answers;
    const path = request.url ?? '';
    send(response, table[path] ?? table[path.split('?')[0] ?? ''] ?? status(404, 'not found'));
  });
  const kubeconfig = stringify({
    clusters: [{ name: 'c', cluster: { server: api.url } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
  });
  let now = Date.parse('2026-01-01T00:00:00Z');
  const tools = await openKubernetesTools(kubeconfig, { connectionClock: { now: () => new Date(now) } });
  return {
    call: tools.call,
    paths: api.paths,
    advance: (milliseconds: number) => void (now += milliseconds),
    async [Symbol.asyncDispose]() {
      await tools[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

function send(response: ServerResponse, answer: unknown): void {
  if (typeof answer === 'string') response.end(answer);
  else if (isFailure(answer)) sendJson(response, answer.body, answer.code);
  else sendJson(response, answer);
}

function isFailure(answer: unknown): answer is ReturnType<typeof status> {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'body' in answer;
}

describe('discovery', () => {
  const things = group('things.example.com', 'v1', { resources: [resource('things', 'Thing')] });
  const gone = group('gone.example.com', 'v1', { freshness: 'Stale' });

  it('names an API that does not answer when a kind is not found', async () => {
    await using tools = await openOn({ '/api': core, '/apis': groups(things, gone) });
    await expect(tools.call('kubectl_get', { resource: 'widgets' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('these APIs do not answer: gone.example.com/v1'),
    });
  });

  it('is repeated after 30 seconds when an API did not answer, and after 10 minutes otherwise', async () => {
    let isGone = true;
    await using tools = await openOn(() => ({
      '/api': core,
      '/apis': isGone ? groups(things, gone) : groups(things),
      '/api/v1/pods': { items: [] },
    }));
    const discoveries = () => tools.paths.filter((path) => path === '/apis').length;
    const get = () => tools.call('kubectl_get', { resource: 'pods' });
    await get();
    tools.advance(29_000);
    await get();
    expect(discoveries()).toBe(1);
    isGone = false;
    tools.advance(2_000);
    await get();
    tools.advance(9 * 60_000);
    await get();
    expect(discoveries()).toBe(2);
  });

  it('finds metrics as soon as they are served', async () => {
    let served: object = groups(group('metrics.k8s.io', 'v1beta1', { freshness: 'Stale' }));
    const node = { metadata: { name: 'node-1' }, usage: { cpu: '250m', memory: '1Gi' } };
    await using tools = await openOn(() => ({
      '/api': core,
      '/apis': served,
      '/api/v1/nodes': { items: [{ metadata: { name: 'node-1' } }] },
      '/apis/metrics.k8s.io/v1beta1/nodes': { items: [node] },
    }));
    const top = () => tools.call('kubectl_top', { resource: 'nodes' });
    await expect(top()).rejects.toMatchObject({ message: expect.stringContaining('does not respond') });
    served = groups();
    tools.advance(31_000);
    await expect(top()).rejects.toMatchObject({ message: expect.stringContaining('is not installed') });
    served = groups(
      group('metrics.k8s.io', 'v1beta1', { resources: [resource('nodes', 'NodeMetrics', { scope: 'Cluster' })] }),
    );
    tools.advance(6_000);
    expect(await top()).toContain('node-1');
  });

  it('of a server before 1.26 reads each group and names those that do not answer', async () => {
    const list = (name: string, kind: string) => ({
      kind: 'APIResourceList',
      resources: [
        { name, singularName: '', namespaced: true, kind, verbs: ['get', 'list'], shortNames: ['x'] },
        { name: `${name}/status`, singularName: '', namespaced: true, kind, verbs: ['get'] },
      ],
    });
    const version = (name: string) => ({ groupVersion: name, version: name.split('/')[1] });
    const named = (name: string, ...versions: readonly string[]) => ({
      name,
      versions: versions.map((each) => version(`${name}/${each}`)),
      preferredVersion: version(`${name}/${versions.at(-1)}`),
    });
    await using tools = await openOn({
      '/api': { kind: 'APIVersions', versions: ['v1'] },
      '/api/v1': list('pods', 'Pod'),
      '/apis': {
        kind: 'APIGroupList',
        groups: [named('a.example.com', 'v1beta1', 'v1'), named('gone.example.com', 'v1')],
      },
      '/apis/a.example.com/v1': list('things', 'Thing'),
      '/apis/a.example.com/v1beta1': list('things', 'Thing'),
      '/apis/gone.example.com/v1': { code: 503, body: {} },
      '/apis/a.example.com/v1/things': { items: [{ metadata: { name: 'one', namespace: 'shop' } }] },
    });
    expect(await tools.call('kubectl_get', { resource: 'things' })).toContain('shop\tone');
    await expect(tools.call('kubectl_get', { resource: 'nope' })).rejects.toMatchObject({
      message: expect.stringContaining('gone.example.com/v1'),
    });
  });
});

it('a list of an API without tables shows names and times', async () => {
  const item = { metadata: { name: 'one', namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' }, value: 1 };
  await using tools = await openOn({
    '/api': core,
    '/apis': groups(group('plain.example.com', 'v1', { resources: [resource('things', 'Thing')] })),
    '/apis/plain.example.com/v1/things': {
      kind: 'ThingList',
      apiVersion: 'plain.example.com/v1',
      metadata: {},
      items: [item],
    },
  });
  const answer = await tools.call('kubectl_get', { resource: 'things' });
  expect(answer).toContain('1 things in all namespaces.');
  expect(answer).toContain('NAMESPACE\tNAME\tCREATED AT\nshop\tone\t2026-01-01T00:00:00Z');
  expect(await tools.call('kubectl_get', { resource: 'things', columns: ['.value'] })).toContain('one\t1');
});

it('an expired page continues with the token that the server gives', async () => {
  const row = (name: string) => ({ cells: [name], object: { metadata: { name, namespace: 'shop' } } });
  const columnDefinitions = [{ name: 'Name', priority: 0 }];
  const page = (token: string) => `/api/v1/namespaces/shop/pods?limit=500&continue=${token}&includeObject=Metadata`;
  await using tools = await openOn({
    '/api': core,
    '/apis': groups(),
    '/api/v1/namespaces/shop/pods': {
      kind: 'Table',
      metadata: { continue: 'old' },
      columnDefinitions,
      rows: [row('a')],
    },
    [page('old')]: status(410, 'too old', { reason: 'Expired', metadata: { continue: 'fresh' } }),
    [page('fresh')]: { kind: 'Table', metadata: {}, columnDefinitions, rows: [row('b')] },
  });
  const first = await tools.call('kubectl_get', { resource: 'pods', namespace: 'shop' });
  const cursor = /cursor: "([^"]+)"/.exec(first)?.[1];
  expect(await tools.call('kubectl_get', { resource: 'pods', namespace: 'shop', cursor })).toMatch(/\nb\b/);
});

describe('logs', () => {
  const pod = (nodeName: string | undefined, restartCount = 0) => ({
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'web', namespace: 'shop' },
    spec: { nodeName, containers: [{ name: 'main' }] },
    status: { containerStatuses: [{ name: 'main', restartCount }] },
  });
  const place = '/api/v1/namespaces/shop/pods/web';
  const open = (answers: Answers) => openOn({ '/api': core, '/apis': groups(), ...answers });
  const line = (text: string) => `2026-01-01T00:00:00.000000000Z ${text}\n`;
  const call = { pod: 'web', namespace: 'shop' };

  it.each([
    'unable to retrieve container logs for containerd://0123456789abcdef',
    'failed to try resolving symlinks in path "/var/log/pods/x/0.log": lstat: no such file or directory',
    'rpc error: code = NotFound desc = an error occurred when try to find container "x": not found',
  ])('that a node answers with "%s" are reported as gone', async (notice) => {
    await using tools = await open({ [place]: pod('node-1'), [`${place}/log`]: notice });
    await expect(tools.call('kubectl_logs', call)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringContaining('has no log of this container'),
    });
  });

  it('in which a program writes such a notice are shown', async () => {
    const text = 'unable to retrieve container logs for billing';
    await using tools = await open({ [place]: pod('node-1'), [`${place}/log`]: line(text) });
    expect(await tools.call('kubectl_logs', call)).toContain(text);
  });

  it('of a pod that is not scheduled are reported as not existing', async () => {
    await using tools = await open({ [place]: pod(undefined), [`${place}/log`]: { code: 204, body: undefined } });
    expect(await tools.call('kubectl_logs', call)).toContain('The pod is not scheduled to a node');
  });

  it('of one instance are shown when those of the other cannot be read', async () => {
    const refusal = status(400, 'previous terminated container "main" in pod "web" not found', {
      reason: 'BadRequest',
    });
    const path = `${place}/log?container=main&previous=true&tailLines=1000&timestamps=true`;
    await using tools = await open({ [place]: pod('node-1', 2), [`${place}/log`]: line('hello'), [path]: refusal });
    const answer = await tools.call('kubectl_logs', { ...call, previous: 'merged' });
    expect(answer).toContain('hello');
    expect(answer).toMatch(/The log before the last restart was not read: .*previous terminated container/);
    await expect(tools.call('kubectl_logs', { ...call, previous: true })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});
