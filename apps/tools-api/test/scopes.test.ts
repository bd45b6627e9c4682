import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Scope } from '@shipmate/domain/access';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { createKubernetesClient, type KubernetesClient } from '@shipmate/tools';
import { inspectRoutes } from 'hono/dev';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTenant, createToken, createToolsApi, type Tenant } from './create-tools-api.ts';

let cluster: Cluster;
let kubernetes: KubernetesClient | undefined;
let api: Awaited<ReturnType<typeof createToolsApi>>;
let folder: string;
let ada: Tenant;

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'registry.example.test/web:1' }] },
    },
  },
};
const binding = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: everyone}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
subjects: [{kind: Group, apiGroup: rbac.authorization.k8s.io, name: system:authenticated}]
`;

beforeAll(async () => {
  cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
  cluster.objects.apply(deployment);
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  kubernetes = createKubernetesClient({ environment: { KUBECONFIG } });
  api = await createToolsApi({ kubernetes });
  ada = await createTenant(api.database);
});
afterAll(async () => {
  await kubernetes?.close();
  await api.database[Symbol.asyncDispose]();
  await cluster.close();
  await rm(folder, { recursive: true });
});

const scale = { resource: 'deployment/web', namespace: 'default', replicas: 0 };
const image = {
  resource: 'deployment/web',
  namespace: 'default',
  patch: 'spec: {template: {spec: {containers: [{name: web, image: "evil.example.test/x:1"}]}}}',
};

/** Returns the cluster state that the calls would change. */
function stateOf() {
  const web = cluster.objects.get({ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'default' });
  const { replicas, template } = (web ?? deployment)['spec'] as typeof deployment.spec;
  const bound = cluster.objects.get({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    name: 'everyone',
  });
  return { replicas, image: template.spec.containers[0]?.image, isBound: bound !== undefined };
}

async function call(name: string, body: unknown, scopes?: readonly Scope[]) {
  const token = await createToken(api.database, ada.principal, scopes);
  return api.send(`/api/tools/${name}`, { token, body });
}

async function listedBy(scopes?: readonly Scope[]): Promise<readonly string[]> {
  const { body } = await api.send('/api/tools', { token: await createToken(api.database, ada.principal, scopes) });
  return (body as { readonly tools: readonly { readonly name: string }[] }).tools.map(({ name }) => name);
}

it.each([
  { what: 'scales a workload to nothing', name: 'kubectl_scale', input: scale },
  { what: 'sets a foreign image', name: 'kubectl_patch', input: image },
  { what: 'binds cluster-admin', name: 'kubectl_apply', input: { manifest: binding } },
  { what: 'restarts a workload', name: 'kubectl_rollout_restart', input: { ...scale, replicas: undefined } },
])(
  'a call returns APPROVAL_REQUIRED with its preview when it $what with the default scopes',
  async ({ name, input }) => {
    const before = stateOf();
    const answer = await call(name, input);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        success: false,
        code: 'APPROVAL_REQUIRED',
        details: {
          approvalId: expect.any(String),
          runId: expect.any(String),
          effect: 'write',
          preview: expect.stringMatching(/^Cluster: [^]*# Risk: /),
          expiresAt: expect.any(String),
        },
      },
    });
    expect(stateOf()).toEqual(before);
  },
);

it('a call changes the cluster when the scopes of the token cover it', async () => {
  expect(await call('kubectl_scale', { ...scale, replicas: 3 }, ['read', 'cluster:write'])).toMatchObject({
    status: 200,
    body: { success: true },
  });
  expect(stateOf().replicas).toBe(3);
});

it('a scope for writes covers no deletion', async () => {
  const answer = await call('kubectl_delete', { resource: 'deployment/web', namespace: 'default' }, [
    'read',
    'runs:write',
    'cluster:write',
  ]);
  expect(answer).toMatchObject({ status: 409, body: { code: 'APPROVAL_REQUIRED' } });
  expect(stateOf().replicas).toBeGreaterThanOrEqual(0);
});

it('a tool outside the scopes is not listed and not found', async () => {
  const names = await listedBy(['chart:read']);
  expect(names).toEqual(expect.arrayContaining(['getChartContext', 'textEditor']));
  expect(names.filter((name) => name.startsWith('kubectl_') || name === 'renameFile')).toEqual([]);
  for (const [name, body] of [
    ['kubectl_get', { resource: 'pods' }],
    ['kubectl_scale', scale],
    ['renameFile', { path: 'a', newPath: 'b' }],
  ] as const) {
    expect(await call(name, body, ['chart:read'])).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', message: `Tool "${name}" not found.` },
    });
  }
});

it('a token that only reads lists no tool that only writes', async () => {
  const names = await listedBy(['read']);
  expect(names).toEqual(expect.arrayContaining(['kubectl_get', 'kubectl_delete_dryrun', 'textEditor']));
  expect(names).not.toEqual(expect.arrayContaining(['kubectl_scale']));
  expect(await call('kubectl_scale', scale, ['read'])).toMatchObject({ status: 404 });
});

it('the default scopes list every tool', async () => {
  expect(await listedBy()).toEqual(
    await listedBy(['read', 'chart:write', 'cluster:write', 'cluster:destructive', 'workflow:write']),
  );
});

it('an edit of a file is not found when the scopes cover only its reads', async () => {
  const token = await createToken(api.database, ada.principal, ['chart:read']);
  const view = { command: 'view', path: 'Chart.yaml' };
  const create = { command: 'create', path: 'templates/x.yaml', content: 'a: 1\n' };
  const headers = { 'x-shipmate-workspace': ada.workspaceId };
  const send = (path: string, body: object) => api.send(path, { token, headers, body });
  expect(await send('/api/tools/textEditor', view)).toMatchObject({ status: 200 });
  const refused = { status: 404, body: { code: 'NOT_FOUND', details: { scope: 'chart:write' } } };
  expect(await send('/api/tools/textEditor', create)).toMatchObject(refused);
  expect(await send('/api/tools/editor', { ...create, workspaceId: ada.workspaceId })).toMatchObject(refused);
  const lookup = { token: await createToken(api.database, ada.principal, ['cluster:read']) };
  expect(await api.send('/api/tools/versions/kubernetes', lookup)).toMatchObject({ status: 404 });
});

/**
 * Reviewed: all routes that take a tool call, each with the check of scopes. A new route needs a line here and a call
 * below.
 */
const reviewed = [
  'ALL /mcp',
  'POST /api/tools/:name',
  'POST /api/tools/editor',
  'POST /api/tools/versions/k8s',
  'POST /api/tools/versions/kubernetes',
  'POST /api/tools/versions/subchart',
];

it('every route that takes a call is refused to a token when no scope covers the tool', async () => {
  const routes = inspectRoutes(api.app).filter(({ method, isMiddleware }) => !isMiddleware && method !== 'GET');
  expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(reviewed);
  const token = await createToken(api.database, ada.principal, ['organization:read']);
  const body = { workspaceId: ada.workspaceId, command: 'view', path: 'Chart.yaml', chartName: 'redis' };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'getChartContext', arguments: {} } };
  expect((await api.send('/mcp', { token, body: call })).status).toBe(403);
  expect((await api.send('/mcp', { body: call })).status).toBe(401);
  for (const route of reviewed.filter((each) => each !== 'ALL /mcp')) {
    const path = route.replace('POST ', '').replace(':name', 'getChartContext');
    expect([route, (await api.send(path, { token, body })).status]).toEqual([route, 404]);
    expect([route, (await api.send(path, { body })).status]).toEqual([route, 401]);
  }
});

it('a token cannot activate a rule that would call tools with the rights of its user', async () => {
  const workflow = {
    name: 'Scale down',
    is_active: true,
    entity: 'core.tasks',
    trigger_type: 'on_create',
    actions: [
      {
        name: 'Scale',
        action_type: 'call_tool',
        action_config: { tool: 'kubectl_scale', input: scale },
        is_active: true,
      },
    ],
  };
  const refused = await call('create_workflow', { workflow }, ['read', 'workflow:write']);
  expect(refused.body).toMatchObject({ success: false, metadata: { code: 'UNAUTHORIZED' } });
  const { rules } = api.database.unitOfWork.stores;
  expect(await rules.list(ada.principal)).toEqual([]);

  const inactive = { workflow: { ...workflow, is_active: false } };
  const saved = await call('create_workflow', inactive, ['read', 'workflow:write']);
  expect(saved.body).toMatchObject({ success: true, data: { is_active: false } });
});
