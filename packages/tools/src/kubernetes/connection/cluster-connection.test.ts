import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createCluster } from '@shipmate/kube-sim';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openKubernetesTools } from '../../../test/support/start-kubernetes.ts';
import { sendJson, startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const podsTable = {
  metadata: {},
  columnDefinitions: [{ name: 'Name', priority: 0 }],
  rows: [{ cells: ['web-0'], object: { metadata: { name: 'web-0', namespace: 'shop' } } }],
};

const discovery = {
  items: [
    {
      metadata: {},
      versions: [
        { version: 'v1', resources: [{ resource: 'pods', responseKind: { kind: 'Pod' }, shortNames: ['po'] }] },
      ],
    },
  ],
};

/** Starts an API server with one pod. `before` may answer a request first. */
function startApi(
  before: (request: IncomingMessage, response: ServerResponse) => boolean = () => false,
): Promise<TestServer> {
  return startTestServer((request, response) => {
    if (before(request, response)) return;
    const path = request.url?.split('?')[0];
    if (path === '/api') sendJson(response, discovery);
    else if (path === '/apis') sendJson(response, { items: [] });
    else if (path === '/api/v1/pods') sendJson(response, podsTable);
    else sendJson(response, { kind: 'Status', message: 'pods "x" not found' }, 404);
  });
}

function kubeconfigOf(servers: Readonly<Record<string, string>>, user: object = {}): string {
  const names = Object.keys(servers);
  return stringify({
    'current-context': names[0],
    clusters: names.map((name) => ({ name, cluster: { server: servers[name] } })),
    users: [{ name: 'user', user }],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: 'user' } })),
  });
}

const status = (response: ServerResponse, code: number, headers: Readonly<Record<string, string>> = {}) => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, { kind: 'Status', message: 'no' }, code);
  return true;
};

describe('a client', () => {
  it('retries after the delay that the server asks for, a limited number of times', async () => {
    let refusals = 2;
    await using api = await startApi((request, response) => {
      if (!request.url?.startsWith('/api/v1/pods') || refusals === 0) return false;
      refusals -= 1;
      return status(response, 429, { 'retry-after': '0' });
    });
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }));
    expect(await tools.call('kubectl_get', { resource: 'po' })).toContain('shop\tweb-0');
    refusals = Infinity;
    await expect(tools.call('kubectl_get', { resource: 'po' })).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringContaining('overloaded'),
    });
  });

  it('does not wait when the server asks for too long a delay', async () => {
    await using api = await startApi((_, response) => status(response, 429, { 'retry-after': '600' }));
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }));
    await expect(tools.call('kubectl_get', { resource: 'po' })).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
    expect(api.paths.length).toBeLessThanOrEqual(2);
  });

  it('sends only GET and follows no redirect to another host', async () => {
    const methods = new Set<string | undefined>();
    await using api = await startApi((request, response) => {
      methods.add(request.method);
      if (!request.url?.includes('/namespaces/')) return false;
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
      return true;
    });
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }, { token: 'hunter2' }));
    const inputs = { resource: 'pods', pod: 'x', namespace: 'shop', name: 'x' };
    for (const name of [
      'kubectl_get',
      'kubectl_logs',
      'kubectl_describe',
      'kubectl_events',
      'kubectl_rollout_history',
      'kubectl_top',
    ]) {
      await expect(
        tools.call(name, { ...inputs, ...(name === 'kubectl_describe' && { resource: 'pod/x' }) }),
      ).rejects.toMatchObject({ code: expect.any(String) });
    }
    expect(methods).toEqual(new Set(['GET']));
  });

  it('uses the context that a call names', async () => {
    await using one = await startApi();
    await using two = await startApi();
    await using tools = await openKubernetesTools(kubeconfigOf({ one: one.url, two: two.url }));
    expect(await tools.call('kubectl_get', { resource: 'pods', context: 'two' })).toContain('[context two]');
    expect([one.paths.length, two.paths.length]).toEqual([0, 3]);
    await expect(tools.call('kubectl_get', { resource: 'pods', context: 'three' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Context "three" not found. Configured: one, two.',
    });
  });

  it.each([
    [{}, { as: 'jane', 'as-groups': ['a', 'b'] }, ['jane', 'a, b']],
    [{ KUBERNETES_IMPERSONATE: true }, {}, ['shipmate:ada', 'shipmate:acme']],
    [{}, {}, [undefined, undefined]],
  ])('impersonates as the environment %o and the kubeconfig user %o specify', async (environment, user, expected) => {
    const seen: unknown[] = [];
    await using api = await startApi(({ headers }) => {
      seen.splice(0, 2, headers['impersonate-user'], headers['impersonate-group']);
      return false;
    });
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }, user), { environment });
    await tools.call('kubectl_get', { resource: 'pods' });
    expect(seen).toEqual(expected);
  });

  it('fails with an explanation when the server does not respond', async () => {
    await using tools = await openKubernetesTools(kubeconfigOf({ one: 'http://127.0.0.1:1' }));
    await expect(tools.call('kubectl_get', { resource: 'pods' })).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
      message: expect.stringMatching(/context "one" cannot be reached \(ECONNREFUSED\)/),
    });
  });

  it('fails with an explanation when the response is not JSON', async () => {
    await using api = await startTestServer((_, response) => response.end('<html>'));
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }));
    await expect(tools.call('kubectl_get', { resource: 'pods' })).rejects.toMatchObject({ code: 'EXTERNAL_API_ERROR' });
  });
});

describe('credentials', () => {
  it('are a client certificate', async () => {
    const cluster = await createCluster();
    const config = cluster.certificateKubeconfig('jane', ['system:masters']);
    await using tools = await openKubernetesTools(config);
    expect(await tools.call('kubectl_get', { resource: 'nodes' })).toContain('node-1');
    await cluster.close();
  });

  it('are not sent to a server whose certificate the authority did not sign', async () => {
    const [cluster, other] = await Promise.all([createCluster(), createCluster()]);
    const config = parse(cluster.kubeconfig()) as { clusters: { cluster: Record<string, string> }[] };
    const [first] = config.clusters;
    if (first) first.cluster['certificate-authority-data'] = Buffer.from(other.authority).toString('base64');
    await using tools = await openKubernetesTools(stringify(config));
    await expect(tools.call('kubectl_get', { resource: 'nodes' })).rejects.toMatchObject({
      code: 'EXTERNAL_API_ERROR',
    });
    await Promise.all([cluster.close(), other.close()]);
  });

  it('come from a file, relative to the kubeconfig or absolute', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'token-'));
    await writeFile(join(folder, 'token'), 'from-a-file\n');
    expect(await readAuthorization({ tokenFile: join(folder, 'token') })).toEqual(['Bearer from-a-file']);
  });

  it.each([
    [{ token: 'abc' }, 'Bearer abc'],
    [{ username: 'ada', password: 'x' }, 'Basic YWRhOng='],
  ])('are %o', async (user, expected) => {
    expect(await readAuthorization(user)).toEqual([expected]);
  });

  it('come from a program, run without a shell, and are requested again when the server rejects them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plugin-'));
    const count = join(folder, 'count; touch pwned');
    await writeFile(
      join(folder, 'plugin.mjs'),
      `import { appendFileSync, readFileSync } from 'node:fs';
       const { SHIPMATE_SECRET, KUBERNETES_EXEC_INFO, MODE } = process.env;
       if (SHIPMATE_SECRET || MODE !== 'test' || !KUBERNETES_EXEC_INFO) process.exit(1);
       appendFileSync(process.argv[2], 'x');
       console.log(JSON.stringify({ kind: 'ExecCredential', status: { token: readFileSync(process.argv[2], 'utf8') } }));`,
    );
    const seen: (string | undefined)[] = [];
    await using api = await startApi(({ headers }, response) => {
      seen.push(headers.authorization);
      return headers.authorization === 'Bearer x' && seen.length > 3 ? status(response, 401) : false;
    });
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: process.execPath,
      args: [join(folder, 'plugin.mjs'), count],
      env: [{ name: 'MODE', value: 'test' }],
    };
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }, { exec }));
    await tools.call('kubectl_get', { resource: 'pods' });
    await tools.call('kubectl_get', { resource: 'pods' });
    expect(await readFile(count, 'utf8')).toBe('xx');
    expect(seen.at(-1)).toBe('Bearer xx');
  });

  it('that cannot be obtained are reported as missing', async () => {
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      command: 'no-such-plugin',
      installHint: 'Install it.',
    };
    await using tools = await openKubernetesTools(kubeconfigOf({ one: 'http://127.0.0.1:1' }, { exec }));
    await expect(tools.call('kubectl_get', { resource: 'pods' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The program "no-such-plugin" was not found. Install it.',
    });
  });

  it('that the server rejects are reported as rejected', async () => {
    await using api = await startApi((_, response) => status(response, 401));
    await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }, { token: 'hunter2' }));
    const refused = tools.call('kubectl_get', { resource: 'pods' });
    await expect(refused).rejects.toThrow(/does not accept the credentials/);
    await expect(refused).rejects.not.toThrow(/hunter2/);
  });
});

/** Returns the distinct authorizations that a server receives for a user. */
async function readAuthorization(user: object): Promise<readonly unknown[]> {
  const seen = new Set<string | undefined>();
  await using api = await startApi(({ headers }) => {
    seen.add(headers.authorization);
    return false;
  });
  await using tools = await openKubernetesTools(kubeconfigOf({ one: api.url }, user));
  await tools.call('kubectl_get', { resource: 'pods' });
  return [...seen];
}
