import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import { proposeOperation } from '../operation/platform-work.ts';
import { beginRemediation } from '../use-cases/manage-remediations.ts';
import type { RemediationPlan } from '../remediation/remediation.ts';
import { decideApproval } from '../use-cases/decide-approval.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of every `InboxStore`. */
export function inboxStoreContract(open: OpenDatabase): void {
  describe('InboxStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { stores } = unitOfWork;
      const { id: workspaceId, name } = await stores.workspaces.create(principal, newTestWorkspace());
      const runId = await createTestRun(unitOfWork, principal, workspaceId);
      const { conversationId } = await stores.runs.get(principal, runId);
      const subject = { runId, workspaceId, conversationId: conversationId ?? '' };
      const items = await createItems(stores, principal, subject);
      const list = async (by = principal) => (await stores.inbox.list(by, { limit: 50 })).items;
      return { unitOfWork, stores, tenant, principal, workspaceName: name, items, list, ...subject };
    }

    it('lists items of all kinds with their origin, newest first, a page at a time', async () => {
      const { stores, principal, items, runId, conversationId, workspaceId, workspaceName, list } = await setUp();
      const listed = await list();
      const ids = [items.preview, items.proposal, items.plan, items.approval];
      expect(listed.map(({ id, subject }) => [id, subject.kind])).toEqual([
        [items.preview, 'rule_preview'],
        [items.proposal, 'proposal'],
        [items.plan, 'plan'],
        [items.approval, 'approval'],
      ]);
      const origin = { runId, runOrigin: 'chat', conversationId, workspaceId, workspaceName };
      expect(listed[3]).toMatchObject({ origin, expiresAt: expect.any(Date) });
      expect(listed[2]).toMatchObject({ origin, expiresAt: null, subject: { actions: [{ path: 'a.yaml' }] } });
      expect(listed[1]).toMatchObject({ origin: { runId: null }, subject: { intent: 'A cluster', command: null } });
      const first = await stores.inbox.list(principal, { limit: 3 });
      const second = await stores.inbox.list(principal, { limit: 3, before: first.next ?? '' });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
      expect(second.next).toBeNull();
      await expect(stores.inbox.list(principal, { limit: 3, before: 'x' })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      });
    });

    it('omits items that were decided or have expired', async () => {
      const { unitOfWork, stores, principal, items, runId, list } = await setUp();
      const expired = { ...call, id: newId(), runId, toolCallId: 'call_2', expiresInSeconds: 0 };
      await stores.approvals.request(principal, expired);
      expect(await list()).toHaveLength(4);
      const verdict = { approvalId: items.approval, verdict: { decision: 'approve' } } as const;
      await unitOfWork.transaction((inside) => decideApproval(inside, principal, verdict));
      await stores.plans.move(principal, items.plan, { from: ['proposed'], to: 'ignored' });
      await stores.proposals.move(principal, items.proposal, { from: ['asking'], to: 'withdrawn' });
      await stores.rulePreviews.decide(principal, items.preview, { status: 'rejected' });
      expect(await list()).toEqual([]);
      for (const [kind, id] of [
        ['approval', items.approval],
        ['plan', items.plan],
      ] as const) {
        await expect(stores.inbox.get(principal, { kind, id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });

    it('returns one item, whose version changes with its content', async () => {
      const { stores, principal, items, list } = await setUp();
      const item = await stores.inbox.get(principal, { kind: 'proposal', id: items.proposal });
      expect(item).toEqual((await list())[1]);
      await stores.proposals.move(principal, items.proposal, { from: ['asking'], to: 'ready' });
      const { version } = await stores.inbox.get(principal, { kind: 'proposal', id: items.proposal });
      expect(version).not.toBe(item.version);
    });

    it('names the cluster and the namespace of manifests that wait', async () => {
      const { stores, principal } = await setUp();
      const chosen = { solutionId: 's', answers: { namespace: 'shop' }, manifests: 'kind: Pod', tried: [] };
      const work = { flow: 'recommend', context: 'prod', solutions: [], chosen } as const;
      const { id } = await stores.proposals.create(principal, { id: newId(), intent: 'A pod', status: 'ready', work });
      const { subject } = await stores.inbox.get(principal, { kind: 'proposal', id });
      expect(subject).toMatchObject({ manifests: 'kind: Pod', context: 'prod', namespace: 'shop' });
    });

    it('lists a remediation while its plan waits, with the hash of the plan as its version', async () => {
      const { unitOfWork, stores, principal, list } = await setUp();
      const request = { issue: 'web is down', mode: 'manual', maxRisk: 'low', context: null, model: null } as const;
      const { id } = await unitOfWork.transaction((inside) =>
        beginRemediation(inside, principal, { id: newId(), ...request }),
      );
      expect(await list()).toHaveLength(4);
      const lease = { runId: id, owner: newId() };
      await stores.runs.claim(id, { owner: lease.owner, seconds: 60 });
      const plan: RemediationPlan = { context: 'prod', risk: 'medium', hash: 'h1', actions: [] };
      await stores.remediations.advance(lease, { status: 'awaiting_approval', plan });
      const [item] = await list();
      expect(item).toMatchObject({ id, version: 'h1', subject: { kind: 'remediation', issue: 'web is down', plan } });
      expect(item?.expiresAt).toBeInstanceOf(Date);
    });

    it('lists a call of unknown outcome until it is settled', async () => {
      const { stores, runId, list } = await setUp();
      const lease = { runId, owner: newId() };
      await stores.runs.claim(runId, { owner: lease.owner, seconds: 60 });
      const begun = { toolCallId: 'call_9', turn: 0, name: 'kubectl_scale', input: {}, effect: 'write' } as const;
      await stores.runs.beginToolCall(lease, { ...begun, idempotent: false });
      await stores.runs.markToolCallUnknown(lease, 'call_9');
      expect((await list())[0]).toMatchObject({
        id: `${runId}.call_9`,
        subject: { kind: 'unknown_call', tool: 'kubectl_scale' },
      });
    });

    it('shows nothing to others, and to a credential of a workspace or run only its items', async () => {
      const { unitOfWork, stores, tenant, principal, items, runId, workspaceId, list } = await setUp();
      const stranger = (await createTestTenant(unitOfWork)).principal;
      for (const by of [stranger, await createTestColleague(unitOfWork, tenant)]) {
        expect(await list(by)).toEqual([]);
        const of = { kind: 'approval', id: items.approval } as const;
        await expect(stores.inbox.get(by, of)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      const idsOf = async (scope: Principal['scope']) =>
        (await list({ ...principal, ...(scope && { scope }) })).map(({ id }) => id);
      expect(await idsOf({ workspaceId })).toEqual([items.plan, items.approval]);
      expect(await idsOf({ workspaceId: newId() })).toEqual([]);
      expect(await idsOf({ runId })).toEqual([items.approval]);
    });
  });
}

const call = { tool: 'deleteFile', input: { path: 'a.yaml' }, effect: 'destructive', signature: 's' } as const;

async function createItems(
  { approvals, plans, proposals, rulePreviews }: Stores,
  principal: Principal,
  subject: { readonly runId: string; readonly workspaceId: string; readonly conversationId: string },
) {
  const { runId, workspaceId, conversationId } = subject;
  const approval = await approvals.request(principal, {
    ...call,
    id: newId(),
    runId,
    toolCallId: 'call_1',
    expiresInSeconds: 60,
  });
  const plan = await plans.create(principal, {
    id: newId(),
    workspaceId,
    conversationId,
    proposedByRunId: runId,
    summary: 'Split the chart',
    actions: [{ path: 'a.yaml', action: 'create', newPath: null, why: 'It is missing.' }],
  });
  const operation = {
    tool: 'clusters',
    operation: 'create',
    description: 'Creates a cluster',
    words: [],
    endOfFlags: true,
    parameters: [],
  };
  const work = { ...proposeOperation(operation, { why: '', suggestions: {} }), command: null };
  const proposal = await proposals.create(principal, { id: newId(), intent: 'A cluster', status: 'asking', work });
  const preview = await rulePreviews.create(principal, {
    id: newId(),
    runId: null,
    ruleId: null,
    baseRevision: null,
    description: 'Add an alert',
    definition: {
      name: 'Low stock',
      description: '',
      isActive: true,
      entity: 'inventory.inventory_items',
      trigger: 'on_update',
      triggerConditions: [],
      actions: [],
      edges: [],
    },
  });
  return { approval: approval.id, plan: plan.id, proposal: proposal.id, preview: preview.id };
}
