import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { createRemoteTools } from '@shipmate/agents/tools';
import { silentLogger, type ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { type RunningServer, startServer } from '@shipmate/server';
import { createKubernetesClient, type KubernetesClient } from '@shipmate/tools';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTenant, createToolsApi, type Tenant } from './create-tools-api.ts';

let cluster: Cluster;
let kubernetes: KubernetesClient | undefined;
let api: Awaited<ReturnType<typeof createToolsApi>>;
let server: RunningServer;
let folder: string;
let tenant: Tenant;

beforeAll(async () => {
  cluster = await createCluster({ startTime: new Date('2026-01-01T00:00:00Z') });
  folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  kubernetes = createKubernetesClient({ environment: { KUBECONFIG } });
  api = await createToolsApi({ kubernetes });
  server = await startServer({ app: api.app, port: 0 });
});
beforeEach(async () => {
  cluster.objects.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'old', namespace: 'default' },
    data: {},
  });
  tenant = await createTenant(api.database);
});
afterAll(async () => {
  await server.close();
  await kubernetes?.close();
  await api.database[Symbol.asyncDispose]();
  await cluster.close();
  await rm(folder, { recursive: true });
});

const input = { resource: 'configmap/old', namespace: 'default' };
const isThere = () =>
  cluster.objects.get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'old', namespace: 'default' }) !== undefined;
const post = (body: object, headers: Record<string, string> = {}, token = tenant.token) =>
  api.send('/api/tools/kubectl_delete', { token, body, headers });

/** A worker whose tools are run by this tools-api. */
async function openWorker(model: ScriptedModel) {
  const { unitOfWork, notifications } = api.database;
  const tools: ToolRegistry = createRemoteTools(server.url, api.toolTokens);
  return createRunExecutor({
    unitOfWork,
    notifications,
    runLog: createRunLog({ unitOfWork, notifications }),
    models: { get: () => model },
    tools,
    approvalSecret: await unitOfWork.stores.secrets.getOrCreate('approvals'),
    logger: silentLogger,
  });
}

it('asks a person about a deletion, once, and a worker makes it when they approve it', async () => {
  const refused = await post(input);
  const { metadata } = refused.body as { readonly metadata: { readonly approvalId: string; readonly runId: string } };
  expect([refused.status, refused.body]).toMatchObject([
    200,
    {
      success: false,
      metadata: { code: 'APPROVAL_REQUIRED', approvalId: expect.any(String), runId: expect.any(String) },
    },
  ]);
  expect((await post(input)).body).toMatchObject({ metadata });
  const { approvals } = api.database.unitOfWork.stores;
  expect(await approvals.get(tenant.principal, metadata.approvalId)).toMatchObject({
    status: 'pending',
    preview: expect.stringContaining('would be DELETED'),
  });

  using model = new ScriptedModel([{ text: 'It is gone.' }]);
  const worker = await openWorker(model);
  await (await worker.takeOver())?.finished;
  expect(isThere()).toBe(true);
  await worker.decideApproval(tenant.principal, { approvalId: metadata.approvalId, verdict: { decision: 'approve' } });
  const { runs } = api.database.unitOfWork.stores;
  await expect.poll(async () => (await runs.get(tenant.principal, metadata.runId)).status).toBe('completed');
  expect(isThere()).toBe(false);
  await worker.close();
});

it('makes a deletion of a run only while the run makes it, with the input that was approved', async () => {
  using model = new ScriptedModel([{ toolCalls: [{ id: 'd1', name: 'kubectl_delete', input }] }, { text: 'Done.' }]);
  const worker = await openWorker(model);
  const { run } = await worker.start(tenant.principal, {
    conversationId: newId(),
    workspaceId: null,
    contextType: 'cluster',
    message: 'Delete it.',
    model: 'demo:shipmate-demo',
  });
  const { approvals, runs } = api.database.unitOfWork.stores;
  await expect.poll(async () => (await approvals.listPending(tenant.principal)).length).toBe(1);
  const token = await api.toolTokens.sign(tenant.principal, { runId: run.id });
  const headers = { 'x-shipmate-tool-call': 'd1' };
  for (const attempt of [post(input, headers, token), post({ ...input, resource: 'pod/x' }, headers, token)]) {
    expect((await attempt).body).toMatchObject({ success: false, metadata: { code: 'APPROVAL_REQUIRED' } });
  }
  expect(isThere()).toBe(true);
  const [approval] = await approvals.listPending(tenant.principal);
  await worker.decideApproval(tenant.principal, { approvalId: approval?.id ?? '', verdict: { decision: 'approve' } });
  await expect.poll(async () => (await runs.get(tenant.principal, run.id)).status).toBe('completed');
  expect(isThere()).toBe(false);
  expect((await post(input, headers, token)).body).toMatchObject({ metadata: { code: 'APPROVAL_REQUIRED' } });
  await worker.close();
});

it('asks nobody about what cannot be done', async () => {
  const answer = await post({ ...input, resource: 'configmap/absent' });
  expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
  expect(await api.database.unitOfWork.stores.approvals.listPending(tenant.principal)).toEqual([]);
});
