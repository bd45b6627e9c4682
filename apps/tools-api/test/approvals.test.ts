import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunExecutor, createRunLog } from '@shipmate/agents';
import { createRemoteTools } from '@shipmate/agents/tools';
import { silentLogger, type ToolRegistry } from '@shipmate/core';
import { ScriptedModel } from '@shipmate/core/testing';
import { newId } from '@shipmate/domain';
import { approvalHeader, toolCallHeader } from '@shipmate/protocol/http';
import { type Cluster, createCluster } from '@shipmate/kube-sim';
import { type RunningServer, startServer } from '@shipmate/server';
import { createKubernetesClient, type KubernetesClient } from '@shipmate/tools';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
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
  restore();
  tenant = await createTenant(api.database);
});
afterAll(async () => {
  await server.close();
  await kubernetes?.close();
  await api.database[Symbol.asyncDispose]();
  await cluster.close();
  await rm(folder, { recursive: true });
});

const configMap = (name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default' },
  data: {},
});
const restore = () => cluster.objects.apply(configMap('old'));
const input = { resource: 'configmap/old', namespace: 'default' };
const find = () => cluster.objects.get({ apiVersion: 'v1', kind: 'ConfigMap', name: 'old', namespace: 'default' });
const isThere = () => find() !== undefined;
const post = (body: object, headers: Record<string, string> = {}, token = tenant.token) =>
  api.send('/api/tools/kubectl_delete', { token, body, headers });

/** Opens a worker that calls the tools of this tools-api. */
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

const refusedSchema = z.object({ details: z.object({ approvalId: z.string(), runId: z.string() }) });

/** Requests a deletion like an API client. */
async function ask() {
  const refused = await post(input);
  expect(refused).toMatchObject({ status: 409, body: { success: false, code: 'APPROVAL_REQUIRED' } });
  return refusedSchema.parse(refused.body).details;
}

it('a deletion requires one approval of a person, who is shown its preview', async () => {
  const asked = await ask();
  expect(await ask()).toEqual(asked);
  const { approvals } = api.database.unitOfWork.stores;
  expect(await approvals.listPending(tenant.principal)).toMatchObject([
    { id: asked.approvalId, status: 'pending', preview: expect.stringContaining('would be DELETED') },
  ]);
  using model = new ScriptedModel([]);
  const worker = await openWorker(model);
  await (await worker.takeOver())?.finished;
  expect(isThere()).toBe(true);
  await worker.close();
});

it('a call is made once when a person approves it, and its approval returns its result each time', async () => {
  const { approvalId, runId } = await ask();
  const again = (body: object = input, id = approvalId) => post(body, { [approvalHeader]: id });
  expect(await again()).toMatchObject({ status: 409, body: { code: 'APPROVAL_REQUIRED', details: { approvalId } } });
  const other = await again({ ...input, resource: 'configmap/other' });
  expect(other).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect(await again(input, newId())).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(isThere()).toBe(true);

  using model = new ScriptedModel([{ text: 'It is gone.' }]);
  const worker = await openWorker(model);
  await worker.decideApproval(tenant.principal, { approvalId, verdict: { decision: 'approve' } });
  const answer = await again();
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, data: { text: expect.stringContaining('was deleted') }, metadata: { approvalId, runId } },
  });
  expect(isThere()).toBe(false);
  const { runs } = api.database.unitOfWork.stores;
  await expect.poll(async () => (await runs.get(tenant.principal, runId)).status).toBe('completed');

  restore();
  expect((await again()).body).toEqual(answer.body);
  expect((await again({ ...input, resource: 'configmap/other' })).body).toMatchObject({ code: 'CONFLICT' });
  expect(isThere()).toBe(true);
  await worker.close();
});

it('a call over MCP is made once when a person approves it, and called again with its approval it returns the result', async () => {
  const client = await api.connect(tenant.token, '?toolset=cluster');
  const call = async (approvalId?: string) => {
    const given = { ...input, ...(approvalId !== undefined && { approvalId }) };
    const { isError = false, content } = await client.callTool({ name: 'kubectl_delete', arguments: given });
    return { isError, text: content.map((block) => (block.type === 'text' ? block.text : '')).join('') };
  };
  const asked = await call();
  expect(asked).toEqual({ isError: true, text: expect.stringContaining('would be DELETED') });
  const { approvals } = api.database.unitOfWork.stores;
  const [{ id: approvalId } = { id: '' }] = await approvals.listPending(tenant.principal);
  expect(asked.text).toContain(approvalId);
  expect(await call(approvalId)).toMatchObject({ isError: true, text: expect.stringContaining('APPROVAL_REQUIRED') });
  expect(await call(newId())).toMatchObject({ isError: true, text: expect.stringContaining('NOT_FOUND') });
  const stranger = await createTenant(api.database);
  const foreign = await api.connect(stranger.token);
  const stolen = await foreign.callTool({ name: 'kubectl_delete', arguments: { ...input, approvalId } });
  expect(stolen).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('NOT_FOUND') }] });

  using model = new ScriptedModel([{ text: 'It is gone.' }]);
  const worker = await openWorker(model);
  await worker.decideApproval(tenant.principal, { approvalId, verdict: { decision: 'approve' } });
  expect(await call(approvalId)).toEqual({ isError: false, text: expect.stringContaining('was deleted') });
  expect(isThere()).toBe(false);
  restore();
  expect(await call(approvalId)).toMatchObject({ isError: false });
  expect(isThere()).toBe(true);
  await worker.close();
});

it('a call is not made when a person denies it, and its approval returns the reason', async () => {
  const { approvalId, runId } = await ask();
  using model = new ScriptedModel([{ text: 'I leave it.' }]);
  const worker = await openWorker(model);
  const verdict = { decision: 'deny', reason: 'Not on a Friday.' } as const;
  await worker.decideApproval(tenant.principal, { approvalId, verdict });
  expect(await post(input, { [approvalHeader]: approvalId })).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: 'A person denied this call: Not on a Friday.' },
  });
  const { runs } = api.database.unitOfWork.stores;
  await expect.poll(async () => (await runs.get(tenant.principal, runId)).status).toBe('completed');
  expect(isThere()).toBe(true);
  await worker.close();
});

it("the approval of another caller's call is not found", async () => {
  const { approvalId } = await ask();
  const stranger = await createTenant(api.database);
  const answer = await post(input, { [approvalHeader]: approvalId }, stranger.token);
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

it('a token has at most 50 pending calls', async () => {
  const { approvals } = api.database.unitOfWork.stores;
  for (let index = 0; index < 50; index += 1) {
    cluster.objects.apply(configMap(`many-${index}`));
    expect(await post({ ...input, resource: `configmap/many-${index}` })).toMatchObject({ status: 409 });
  }
  expect(await post(input)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(await approvals.listPending(tenant.principal)).toHaveLength(50);
});

it.each([
  { name: 'kubectl_delete', call: input, isMade: () => !isThere() },
  {
    name: 'kubectl_patch',
    call: { ...input, type: 'merge', patch: 'data: {size: large}' },
    isMade: () => JSON.stringify(find()?.['data']) === '{"size":"large"}',
  },
])('$name of a run is made only while the run makes it, with the approved input', async (wanted) => {
  const { name, call, isMade } = wanted;
  using model = new ScriptedModel([{ toolCalls: [{ id: 'd1', name, input: call }] }, { text: 'Done.' }]);
  const worker = await openWorker(model);
  const { run } = await worker.start(tenant.principal, {
    conversationId: newId(),
    workspaceId: null,
    contextType: 'cluster',
    message: 'Change it.',
    model: 'demo:shipmate-demo',
  });
  const { approvals, runs } = api.database.unitOfWork.stores;
  await expect.poll(async () => (await approvals.listPending(tenant.principal)).length).toBe(1);
  const token = await api.toolTokens.sign(tenant.principal, { runId: run.id });
  const headers = { [toolCallHeader]: 'd1' };
  const refused = { status: 409, body: { success: false, code: 'APPROVAL_REQUIRED' } };
  const attempt = (body: object) => api.send(`/api/tools/${name}`, { token, body, headers });
  for (const body of [call, { ...call, resource: 'pod/x' }]) expect(await attempt(body)).toMatchObject(refused);
  expect(isMade()).toBe(false);
  const [approval] = await approvals.listPending(tenant.principal);
  await worker.decideApproval(tenant.principal, { approvalId: approval?.id ?? '', verdict: { decision: 'approve' } });
  await expect.poll(async () => (await runs.get(tenant.principal, run.id)).status).toBe('completed');
  expect(isMade()).toBe(true);
  expect(await attempt(call)).toMatchObject(refused);
  await worker.close();
});

it('a call that cannot succeed requests no approval', async () => {
  const answer = await post({ ...input, resource: 'configmap/absent' });
  expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' });
  expect(await api.database.unitOfWork.stores.approvals.listPending(tenant.principal)).toEqual([]);
});
