import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, userMessage } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { loadScenario, startScenario } from '@shipmate/kube-sim';
import { clusterQuestionResponseSchema } from '@shipmate/protocol/web/clusters';
import { runTraceSchema } from '@shipmate/protocol/web/runs';
import { createImportBudget, createSecret, extensionTokenPrefix, hashSecret } from '@shipmate/server';
import { openTestTools } from '@shipmate/tools/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { compose } from '../src/compose.ts';
import { readInstallationEnvironment } from '../src/installation-environment.ts';

const question = 'Why is checkout crashing?';
const clusterAnswer = z.object({ success: z.literal(true), data: z.object({ summary: z.string(), data: z.string() }) });

/** Starts the three apps over a simulated cluster whose clock is stopped, with the token of one user. */
async function openInstallation() {
  await using stack = new AsyncDisposableStack();
  const { cluster } = await startScenario(await loadScenario('demo'), { startTime: new Date('2026-01-01T00:00:00Z') });
  stack.defer(() => cluster.close());
  const folder = await mkdtemp(join(tmpdir(), 'kubeconfig-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const KUBECONFIG = join(folder, 'config');
  await writeFile(KUBECONFIG, cluster.kubeconfig());
  const database = stack.use(await createTestDatabase('pglite'));
  const { unitOfWork } = database;
  const { principal } = await createTestTenant(unitOfWork);
  const token = createSecret(extensionTokenPrefix);
  const credential = { id: newId(), name: 'test', secretHash: hashSecret(token), expiresAt: null };
  await unitOfWork.stores.credentials.createExtensionToken(principal, credential);
  const draining = new AbortController();
  const environment = readInstallationEnvironment({ KUBECONFIG });
  const opened = stack.use(openTestTools(createToolStorage(unitOfWork), { environment }));
  const shared = {
    logger: silentLogger,
    database,
    opened,
    importBudget: createImportBudget(environment),
    repositoryFolder: '/nonexistent/repositories',
    draining: draining.signal,
    webUrl: () => undefined,
    showSignInLink: () => undefined,
  };
  const { models, composeWeb, toolsApi, worker } = await compose(environment, shared);
  stack.defer(() => worker.close());
  const web = await composeWeb('http://127.0.0.1:8080');
  stack.defer(() => web.close());
  stack.defer(() => draining.abort());
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const owned = stack.move();
  return {
    unitOfWork,
    principal,
    model: models.defaultModel,
    toWeb: (path: string, body?: object) => web.app.request(`http://127.0.0.1${path}`, toRequest(headers, body)),
    toToolsApi: (path: string, body: object) =>
      toolsApi.app.request(`http://127.0.0.1${path}`, toRequest(headers, body)),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function toRequest(headers: Readonly<Record<string, string>>, body: object | undefined): RequestInit {
  return body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
}

it('cluster tools return the same result in a chat, on a worker and over HTTP', async () => {
  await using installation = await openInstallation();
  const { unitOfWork, principal, model, toWeb, toToolsApi } = installation;

  async function readCalls(id: string) {
    const { run, steps } = runTraceSchema.parse(await (await toWeb(`/api/runs/${id}`)).json());
    const calls = steps.flatMap(({ toolCalls }) => toolCalls);
    return { status: run.status, calls: calls.map(({ name, input, output }) => ({ name, input, output })) };
  }

  const asked = await toWeb('/api/clusters/conversations', { message: question });
  const chat = clusterQuestionResponseSchema.parse(await asked.json());
  await (await toWeb(`/api/chat/${chat.conversationId}/stream`)).text();
  const inChat = await readCalls(chat.runId);
  expect(inChat.calls.map(({ name }) => name)).toEqual(['kubectl_get', 'kubectl_describe', 'kubectl_logs']);

  const [conversationId, runId] = [newId(), newId()];
  await unitOfWork.transaction(async ({ conversations, runs }) => {
    await conversations.create(principal, { id: conversationId, workspaceId: null, contextType: 'cluster' });
    await runs.create(principal, { id: runId, conversationId, workspaceId: null, model });
    const message = userMessage(question);
    await conversations.appendMessages(principal, conversationId, [{ id: newId(), runId, message }]);
  });
  await expect.poll(() => readCalls(runId)).toEqual(inChat);

  for (const { name, input, output } of inChat.calls) {
    const response = await toToolsApi(`/api/tools/${name}`, input as object);
    const { summary, data } = clusterAnswer.parse(await response.json()).data;
    expect(output).toContain(summary);
    expect(output).toContain(data);
  }
});
