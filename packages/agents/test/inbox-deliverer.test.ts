import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger } from '@shipmate/core';
import { createTestDatabase, createTestTenant } from '@shipmate/db/testing';
import { newId } from '@shipmate/domain';
import { createTestRun, newTestWorkspace } from '@shipmate/domain/testing';
import { decideApproval, saveInboxWebhook } from '@shipmate/domain/use-cases';
import { createToolStorage } from '@shipmate/domain/tool-storage';
import { openTestTools } from '@shipmate/tools/testing';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { createInboxDeliverer } from '../src/inbox/inbox-deliverer.ts';
import { inboxWebhookSecretOf } from '../src/inbox/inbox-webhook-secret.ts';

const call = { tool: 'deleteFile', input: { path: 'a.yaml' }, effect: 'destructive', signature: 's' } as const;

/** Starts a receiver that answers with the given statuses in turn, then with 204, and verifies each request. */
async function startReceiver(answers: readonly number[] = []) {
  const left = [...answers];
  const requests: { id: string; text: string; headers: Record<string, string> }[] = [];
  const server = createServer((incoming, response) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      requests.push({ id: headers['webhook-id'] ?? '', text: Buffer.concat(chunks).toString(), headers });
      response.writeHead(left.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/inbox`, requests };
}

async function setUp(answers?: readonly number[]) {
  const receiver = await startReceiver(answers);
  const database = await createTestDatabase('pglite');
  onTestFinished(() => database.close());
  const { unitOfWork } = database;
  const { stores } = unitOfWork;
  const { principal } = await createTestTenant(unitOfWork);
  const { id: workspaceId } = await stores.workspaces.create(principal, newTestWorkspace());
  const runId = await createTestRun(unitOfWork, principal, workspaceId);
  const webhook = await unitOfWork.transaction((inside) => saveInboxWebhook(inside, principal, receiver.url));
  const verifier = new Webhook(await inboxWebhookSecretOf(unitOfWork, webhook));
  const opened = openTestTools(createToolStorage(unitOfWork), {
    environment: { WEBHOOK_ALLOWED_HOSTS: ['127.0.0.1'], ALLOW_PRIVATE_NETWORKS: true },
  });
  onTestFinished(() => opened.close());
  const deliver = () => {
    const deliverer = createInboxDeliverer({
      unitOfWork,
      notifications: database.notifications,
      webhooks: opened.ports.webhooks,
      logger: silentLogger,
      draining: new AbortController().signal,
      pollMs: 5,
      retrySeconds: 0,
    });
    onTestFinished(() => deliverer.close());
    return deliverer;
  };
  const request = (expiresInSeconds = 60) =>
    stores.approvals.request(principal, { ...call, id: newId(), runId, toolCallId: newId(), expiresInSeconds });
  const deliveries = async () => (await stores.inboxWebhooks.listDeliveries(principal)).toReversed();
  const statuses = async () => (await deliveries()).map(({ status }) => status);
  const bodies = () => receiver.requests.map(({ text, headers }) => verifier.verify(text, headers));
  return { unitOfWork, stores, principal, receiver, deliver, request, deliveries, statuses, bodies };
}

it('a deliverer sends a signed request for a new item and for its decision', async () => {
  const { unitOfWork, principal, receiver, deliver, request, statuses, bodies } = await setUp();
  deliver();
  const { id } = await request();
  await expect.poll(() => receiver.requests).toHaveLength(1);
  const verdict = { approvalId: id, verdict: { decision: 'approve' } } as const;
  await unitOfWork.transaction((inside) => decideApproval(inside, principal, verdict));
  await expect.poll(statuses).toEqual(['delivered', 'delivered']);
  const about = { kind: 'approval', id, userId: principal.userId, organizationId: principal.organizationId };
  expect(bodies()).toEqual([
    {
      type: 'inbox.item.created',
      timestamp: expect.any(String),
      data: expect.objectContaining({ ...about, title: 'Call deleteFile on a.yaml', risk: 'high', version: '1' }),
    },
    { type: 'inbox.item.decided', timestamp: expect.any(String), data: { ...about, outcome: 'approved' } },
  ]);
});

it('a deliverer repeats a failed request with the same id and body until the receiver accepts it', async () => {
  const { receiver, deliver, request, deliveries, bodies } = await setUp([500, 302]);
  deliver();
  await request();
  await expect.poll(deliveries).toMatchObject([{ status: 'delivered', attempts: 3, responseStatus: 204, error: null }]);
  expect(bodies()).toHaveLength(3);
  expect(new Set(receiver.requests.map(({ id, text }) => `${id} ${text}`)).size).toBe(1);
});

it('a deliverer signs a notification of a rule, and repeats it like other events', async () => {
  const { stores, principal, deliver, deliveries, bodies } = await setUp([503]);
  await stores.inboxWebhooks.notify(principal, { title: 'Low stock' });
  deliver();
  await expect.poll(deliveries).toMatchObject([{ type: 'notification.created', status: 'delivered', attempts: 2 }]);
  const notification = { type: 'notification.created', timestamp: expect.any(String), data: { title: 'Low stock' } };
  expect(bodies()).toEqual([notification, notification]);
});

it('a deliverer gives up after eight attempts, with the reason, and sends the event again on request', async () => {
  const { stores, principal, receiver, deliver, request, deliveries } = await setUp(Array(8).fill(503));
  deliver();
  await request();
  const dead = { status: 'dead', attempts: 8, responseStatus: 503, error: 'The receiver answered with status 503.' };
  await expect.poll(deliveries).toMatchObject([dead]);
  expect(receiver.requests).toHaveLength(8);
  await stores.inboxWebhooks.requeue(principal, (await deliveries())[0]?.id ?? '');
  await expect.poll(deliveries).toMatchObject([{ status: 'delivered', attempts: 1 }]);
});

it('another deliverer takes over the delivery of a process that died', async () => {
  const { stores, receiver, deliver, request, deliveries } = await setUp();
  await request();
  const claimed = await stores.inboxWebhooks.claim({ seconds: 0.2 });
  expect(claimed).toMatchObject({ attempt: 1 });
  deliver();
  await expect.poll(deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  expect(receiver.requests).toHaveLength(1);
});

it('a deliverer drops the event of an item that was decided before it was sent, and reports the decision', async () => {
  const { unitOfWork, principal, receiver, deliver, request, statuses, bodies } = await setUp();
  const { id } = await request();
  const verdict = { approvalId: id, verdict: { decision: 'deny' } } as const;
  await unitOfWork.transaction((inside) => decideApproval(inside, principal, verdict));
  deliver();
  await expect.poll(statuses).toEqual(['dropped', 'delivered']);
  expect(receiver.requests).toHaveLength(1);
  expect(bodies()).toMatchObject([{ type: 'inbox.item.decided', data: { outcome: 'rejected' } }]);
});

it('a deliverer reports an address that the installation does not allow', async () => {
  const { unitOfWork, stores, principal, deliver, deliveries } = await setUp();
  await unitOfWork.transaction((inside) => saveInboxWebhook(inside, principal, 'https://bot.example.test/'));
  await stores.inboxWebhooks.test(principal);
  deliver();
  const error = 'Requests to "bot.example.test" are not allowed. Add the host to WEBHOOK_ALLOWED_HOSTS.';
  await expect.poll(deliveries).toMatchObject([{ status: 'dead', responseStatus: null, error }]);
});

it('a deliverer reports an approval that expires while it runs as expired, once', async () => {
  const { receiver, deliver, request, bodies } = await setUp();
  deliver();
  const { id } = await request(1);
  const expired = { type: 'inbox.item.decided', data: { kind: 'approval', id, outcome: 'expired' } };
  await expect.poll(bodies, { timeout: 10_000 }).toMatchObject([{ type: 'inbox.item.created' }, expired]);
  deliver();
  await request();
  await expect.poll(() => receiver.requests, { timeout: 10_000 }).toHaveLength(3);
  expect(bodies()).toMatchObject([{ type: 'inbox.item.created' }, expired, { type: 'inbox.item.created' }]);
});
