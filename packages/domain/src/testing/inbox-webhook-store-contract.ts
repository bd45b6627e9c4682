import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { removeInboxWebhook, saveInboxWebhook } from '../use-cases/manage-inbox-webhook.ts';
import { decideApproval } from '../use-cases/decide-approval.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

const url = 'https://bot.example.test/inbox';

/** Runs the contract of every `InboxWebhookStore`, including the events that changes of items store. */
export function inboxWebhookStoreContract(open: OpenDatabase): void {
  describe('InboxWebhookStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { stores } = unitOfWork;
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { id: workspaceId } = await stores.workspaces.create(principal, newTestWorkspace());
      const runId = await createTestRun(unitOfWork, principal, workspaceId);
      const save = (by = principal) => unitOfWork.transaction((inside) => saveInboxWebhook(inside, by, url));
      const request = (toolCallId: string) =>
        stores.approvals.request(principal, { ...call, id: newId(), runId, toolCallId, expiresInSeconds: 60 });
      const events = async () =>
        (await stores.inboxWebhooks.listDeliveries(principal)).map(({ type, item, outcome }) => [
          type,
          item?.kind,
          item?.id,
          outcome,
        ]);
      /** Claims until the delivery of this tenant comes; other tests of the database have their own. */
      const claim = async () => {
        for (;;) {
          const claimed = await stores.inboxWebhooks.claim({ seconds: 60 });
          if (claimed === undefined || claimed.event.organizationId === principal.organizationId) return claimed;
          await stores.inboxWebhooks.drop(claimed);
        }
      };
      return { unitOfWork, stores, tenant, principal, workspaceId, runId, save, request, events, claim };
    }

    it('stores the events of items with their change, and none without a webhook', async () => {
      const { unitOfWork, stores, principal, save, request, events, runId, workspaceId } = await setUp();
      await request('call_0');
      await save();
      const { id } = await request('call_1');
      const rolledBack = unitOfWork.transaction(async ({ approvals }) => {
        await approvals.decide(principal, id, { decision: 'deny' });
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      expect(await events()).toEqual([['inbox.item.created', 'approval', id, null]]);
      const verdict = { approvalId: id, verdict: { decision: 'deny' } } as const;
      await unitOfWork.transaction((inside) => decideApproval(inside, principal, verdict));
      const { conversationId } = await stores.runs.get(principal, runId);
      const plan = await stores.plans.create(principal, {
        id: newId(),
        workspaceId,
        conversationId: conversationId ?? '',
        proposedByRunId: runId,
        summary: 'Split the chart',
        actions: [{ path: 'a.yaml', action: 'create', newPath: null, why: 'It is missing.' }],
      });
      await stores.plans.move(principal, plan.id, { from: ['proposed'], to: 'applying', appliedByRunId: runId });
      await stores.plans.move(principal, plan.id, { from: ['applying'], to: 'applied' });
      expect(await events()).toEqual([
        ['inbox.item.decided', 'plan', plan.id, 'approved'],
        ['inbox.item.created', 'plan', plan.id, null],
        ['inbox.item.decided', 'approval', id, 'rejected'],
        ['inbox.item.created', 'approval', id, null],
      ]);
    });

    it('stores one event for an approval that expires undecided, which nobody can decide any more', async () => {
      const { stores, principal, runId, save, request, events } = await setUp();
      await save();
      const pending = await request('call_1');
      const due = { ...call, id: newId(), runId, toolCallId: 'call_2', expiresInSeconds: 0 };
      const { id } = await stores.approvals.request(principal, due);
      await Promise.all([1, 2, 3].map(() => stores.approvals.expire()));
      const decided = ['inbox.item.decided', 'approval', id, 'expired'];
      const created = [
        ['inbox.item.created', 'approval', id, null],
        ['inbox.item.created', 'approval', pending.id, null],
      ];
      expect(await events()).toEqual([decided, ...created]);
      expect(await stores.approvals.get(principal, id)).toMatchObject({ status: 'expired' });
      const deciding = stores.approvals.decide(principal, id, { decision: 'approve' });
      await expect(deciding).rejects.toMatchObject({ code: 'CONFLICT' });
      await stores.approvals.cancelForRun(runId);
      const cancelled = ['inbox.item.decided', 'approval', pending.id, 'cancelled'];
      expect(await events()).toEqual([cancelled, decided, ...created]);
    });

    it('stores the events of a call of unknown outcome, whose item can be read by its id', async () => {
      const { stores, principal, runId, save, events } = await setUp();
      await save();
      const lease = { runId, owner: newId() };
      await stores.runs.claim(runId, { owner: lease.owner, seconds: 60 });
      const begun = { toolCallId: 'call_9', turn: 0, name: 'kubectl_scale', input: {}, effect: 'write' } as const;
      await stores.runs.beginToolCall(lease, { ...begun, idempotent: false });
      await stores.runs.markToolCallUnknown(lease, 'call_9');
      const id = `${runId}.call_9`;
      const item = await stores.inbox.get(principal, { kind: 'unknown_call', id });
      expect(item).toMatchObject({ id, subject: { tool: 'kubectl_scale' } });
      await stores.runs.release(lease, 'waiting');
      await stores.runs.settleToolCall({ runId, toolCallId: 'call_9' }, null);
      expect(await events()).toEqual([
        ['inbox.item.decided', 'unknown_call', id, 'settled'],
        ['inbox.item.created', 'unknown_call', id, null],
      ]);
    });

    it('claims the deliveries of a webhook one at a time, and again once a claim has expired', async () => {
      const { stores, principal, save, request, claim } = await setUp();
      const webhook = await save();
      const { id } = await request('call_1');
      await request('call_2');
      const { inboxWebhooks } = stores;
      const first = await claim();
      expect(first).toMatchObject({
        attempt: 1,
        body: null,
        webhook: { id: webhook.id, url },
        event: { item: { id } },
      });
      expect(await claim()).toBeUndefined();
      if (!first) return;
      await inboxWebhooks.keepBody(first.event.id, '{}');
      const failed = { responseStatus: 500, error: 'Status 500.', retryInSeconds: 0 };
      await inboxWebhooks.end(first, failed);
      const second = await inboxWebhooks.claim({ seconds: 0 });
      expect(second).toMatchObject({ attempt: 2, body: '{}', event: { id: first.event.id } });
      const third = await claim();
      expect(third).toMatchObject({ attempt: 3, event: { id: first.event.id } });
      if (!third) return;
      await inboxWebhooks.end(third, { ...failed, retryInSeconds: null });
      const [, dead] = await inboxWebhooks.listDeliveries(principal);
      expect(dead).toMatchObject({
        status: 'dead',
        attempts: 3,
        responseStatus: 500,
        error: 'Status 500.',
        dueAt: null,
      });
      await inboxWebhooks.requeue(principal, first.event.id);
      const fourth = await claim();
      expect(fourth).toMatchObject({ attempt: 1, event: { id: first.event.id } });
      if (!fourth) return;
      await inboxWebhooks.end(fourth, { responseStatus: 204, error: null, retryInSeconds: null });
      const [, delivered] = await inboxWebhooks.listDeliveries(principal);
      expect(delivered).toMatchObject({ status: 'delivered', responseStatus: 204, error: null });
      expect(await inboxWebhooks.deleteEnded({ days: 1 })).toBe(0);
      expect((await claim())?.event.id).not.toBe(first.event.id);
    });

    it('is managed by owners, for their organization only, and every change has a new id', async () => {
      const { unitOfWork, stores, tenant, principal, workspaceId, save } = await setUp();
      const { inboxWebhooks } = stores;
      const colleague = await createTestColleague(unitOfWork, tenant);
      await expect(save(colleague)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(inboxWebhooks.test(principal)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(inboxWebhooks.notify(principal, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const webhook = await save();
      expect((await save()).id).not.toBe(webhook.id);
      await inboxWebhooks.test(principal);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      expect(await inboxWebhooks.find(stranger)).toBeUndefined();
      expect(await inboxWebhooks.listDeliveries(stranger)).toEqual([]);
      const [delivery] = await inboxWebhooks.listDeliveries(principal);
      expect(delivery).toMatchObject({ type: 'inbox.test', item: null, status: 'pending' });
      const requeued = inboxWebhooks.requeue(stranger, delivery?.id ?? '');
      await expect(requeued).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const limited = { ...principal, scope: { workspaceId } };
      await expect(inboxWebhooks.find(limited)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await unitOfWork.transaction((inside) => removeInboxWebhook(inside, principal));
      expect(await inboxWebhooks.find(principal)).toBeUndefined();
      const entries = await stores.audit.list(principal, { limit: 10 });
      expect(entries.map(({ kind }) => kind)).toEqual([
        'inbox_webhook_removed',
        'inbox_webhook_changed',
        'inbox_webhook_changed',
      ]);
    });

    it('stores a notification with its body', async () => {
      const { stores, principal, save, claim } = await setUp();
      await save();
      await stores.inboxWebhooks.notify(principal, { title: 'Low "stock"\0' });
      const claimed = await claim();
      expect(claimed?.event).toMatchObject({ type: 'notification.created', item: null, outcome: null });
      expect(JSON.parse(claimed?.body ?? '')).toEqual({
        type: 'notification.created',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        data: { title: 'Low "stock"\0' },
      });
    });

    it.each(['ftp://a.example', 'https://user:secret@a.example/', 'bot'])('refuses the address %s', async (text) => {
      const { unitOfWork, principal } = await setUp();
      const saving = unitOfWork.transaction((inside) => saveInboxWebhook(inside, principal, text));
      await expect(saving).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    });
  });
}

const call = { tool: 'deleteFile', input: { path: 'a.yaml' }, effect: 'destructive', signature: 's' } as const;
