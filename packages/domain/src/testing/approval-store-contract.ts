import { describe, expect, it } from 'vitest';
import type { NewApproval } from '../approval/approval-store.ts';
import { decideApproval, type ApprovalVerdict } from '../use-cases/decide-approval.ts';
import { newId } from '../identifier/id.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of every `ApprovalStore` and `ToolGrantStore`. */
export function approvalStoreContract(open: OpenDatabase): void {
  describe('ApprovalStore', () => {
    const database = useDatabase(open);

    async function setUp(asked: Partial<NewApproval> = {}) {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { stores } = unitOfWork;
      const { id: workspaceId } = await stores.workspaces.create(principal, newTestWorkspace());
      const runId = await createTestRun(unitOfWork, principal, workspaceId);
      const lease = { runId, owner: newId() };
      await stores.runs.claim(runId, { owner: lease.owner, seconds: 60 });
      const newApproval = (changed: Partial<NewApproval> = {}): NewApproval => ({
        id: newId(),
        runId,
        toolCallId: 'call_1',
        tool: 'deleteThing',
        input: { name: 'web' },
        effect: 'write',
        signature: 's',
        expiresInSeconds: 60,
        ...asked,
        ...changed,
      });
      const approval = await stores.approvals.request(principal, newApproval());
      const decide = (verdict: ApprovalVerdict, approvalId = approval.id, by = principal) =>
        unitOfWork.transaction((inside) => decideApproval(inside, by, { approvalId, verdict }));
      return { ...stores, unitOfWork, tenant, principal, workspaceId, runId, lease, newApproval, approval, decide };
    }

    it('stores the request of a call once', async () => {
      const { approvals, principal, runId, workspaceId, approval, newApproval } = await setUp();
      expect(approval).toMatchObject({
        runId,
        workspaceId,
        userId: principal.userId,
        tool: 'deleteThing',
        input: { name: 'web' },
        status: 'pending',
        decidedBy: null,
      });
      expect(await approvals.request(principal, newApproval({ input: { name: 'other' } }))).toEqual(approval);
      expect(await approvals.listPending(principal)).toEqual([approval]);
      expect(await approvals.listForRun(principal, runId)).toEqual([approval]);
    });

    it('lists pending approvals in pages, oldest first, with the number of all', async () => {
      const { approvals, principal, approval, newApproval } = await setUp();
      const second = await approvals.request(principal, newApproval({ toolCallId: 'call-2' }));
      expect(await approvals.listPendingPage(principal, { offset: 0, limit: 1 })).toEqual({
        approvals: [approval],
        total: 2,
      });
      expect(await approvals.listPendingPage(principal, { offset: 1, limit: 5 })).toEqual({
        approvals: [second],
        total: 2,
      });
      await approvals.decide(principal, approval.id, { decision: 'deny' });
      expect(await approvals.listPendingPage(principal, { offset: 0, limit: 5 })).toEqual({
        approvals: [second],
        total: 1,
      });
    });

    it('stores the origins of values, and none without any', async () => {
      const origins = [
        { value: 'a.example/b:1', field: 'image', source: 'log', name: null },
        { value: 'c.example', field: '', source: 'file', name: 'values.yaml' },
      ] as const;
      expect((await setUp({ origins })).approval.origins).toEqual(origins);
      expect((await setUp()).approval.origins).toEqual([]);
    });

    it.each<[ApprovalVerdict, object]>([
      [{ decision: 'approve' }, { status: 'approved', decidedBy: 'user', reason: null }],
      [{ decision: 'deny' }, { status: 'denied', decidedBy: 'user', reason: null }],
      [
        { decision: 'deny', reason: 'Not on a Friday.' },
        { status: 'denied', reason: 'Not on a Friday.' },
      ],
    ])('accepts %o, and accepts it again', async (verdict, decided) => {
      const { principal, approvals, approval, decide } = await setUp();
      expect(await decide(verdict)).toMatchObject({ ...decided, decidedByUserId: principal.userId });
      expect(await decide(verdict)).toMatchObject(decided);
      expect(await approvals.listPending(principal)).toEqual([]);
      expect(await approvals.get(principal, approval.id)).toMatchObject({ decidedAt: expect.any(Date) });
    });

    it.each(['extension_token', 'tool_token', 'jwt', 'job'] as const)('accepts no decision from a %s', async (via) => {
      const { principal, approvals, approval, decide } = await setUp();
      for (const scopes of [undefined, ['read', 'runs:write', 'cluster:destructive', 'accept_changes']]) {
        for (const decision of ['approve', 'always', 'deny'] as const) {
          const by = { ...principal, via, ...(scopes && { scopes }) };
          await expect(decide({ decision }, approval.id, by)).rejects.toMatchObject({
            code: 'UNAUTHORIZED',
            details: { scope: 'decide_approvals' },
          });
        }
      }
      expect(await approvals.get(principal, approval.id)).toEqual(approval);
      expect(await decide({ decision: 'approve' }, approval.id, { ...principal, via: 'local' })).toMatchObject({
        status: 'approved',
      });
    });

    it('accepts the decision of a token whose scopes name it', async () => {
      const { principal, approval, decide } = await setUp();
      const by = { ...principal, via: 'extension_token', scopes: ['decide_approvals'] } as const;
      expect(await decide({ decision: 'approve' }, approval.id, by)).toMatchObject({ status: 'approved' });
    });

    it("accepts the decision of a JWT that its issuer marks as a person's", async () => {
      const { principal, approval, decide } = await setUp();
      const vouched = { ...principal, via: 'jwt', isPerson: true, scopes: ['read'] } as const;
      expect(await decide({ decision: 'approve' }, approval.id, vouched)).toMatchObject({ status: 'approved' });
    });

    it('accepts one of two different concurrent decisions', async () => {
      const { approvals, principal, approval, decide } = await setUp();
      const outcomes = await Promise.allSettled([decide({ decision: 'approve' }), decide({ decision: 'deny' })]);
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
      const { status } = await approvals.get(principal, approval.id);
      expect(status).toBe(outcomes[0]?.status === 'fulfilled' ? 'approved' : 'denied');
    });

    it('expires approvals by the clock of the database', async () => {
      const { approvals, principal, approval, decide } = await setUp({ expiresInSeconds: 0 });
      expect(await approvals.get(principal, approval.id)).toMatchObject({ status: 'expired' });
      expect(await approvals.listPending(principal)).toEqual([]);
      await expect(decide({ decision: 'approve' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('refuses a decision once the stop of the run is requested', async () => {
      const { runs, principal, runId, decide } = await setUp();
      await runs.requestStop(principal, runId);
      await expect(decide({ decision: 'approve' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('marks an approval as used by its call, after which it cannot be denied', async () => {
      const { approvals, principal, approval, decide } = await setUp();
      await approvals.use(approval);
      expect(await approvals.get(principal, approval.id)).toMatchObject({ status: 'pending' });
      await decide({ decision: 'approve' });
      await approvals.use({ ...approval, toolCallId: 'another' });
      expect(await approvals.get(principal, approval.id)).toMatchObject({ status: 'approved' });
      await approvals.use(approval);
      expect(await approvals.get(principal, approval.id)).toMatchObject({ status: 'used', decidedBy: 'user' });
      await expect(decide({ decision: 'deny' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('cancels open approvals when the run ends', async () => {
      const { approvals, principal, runId, approval, newApproval, decide } = await setUp();
      const other = await approvals.request(principal, newApproval({ toolCallId: 'call_2' }));
      await decide({ decision: 'deny' }, other.id);
      await approvals.cancelForRun(runId);
      expect(await approvals.get(principal, approval.id)).toMatchObject({ status: 'cancelled' });
      expect(await approvals.get(principal, other.id)).toMatchObject({ status: 'denied' });
      await expect(decide({ decision: 'approve' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('queues the run once the last call that it waits for is decided', async () => {
      const { runs, approvals, principal, runId, lease, approval, newApproval, decide } = await setUp();
      const other = await approvals.request(principal, newApproval({ toolCallId: 'call_2' }));
      await runs.release(lease, 'waiting');
      await decide({ decision: 'approve' }, approval.id);
      expect(await runs.get(principal, runId)).toMatchObject({ status: 'waiting' });
      await decide({ decision: 'deny' }, other.id);
      expect(await runs.get(principal, runId)).toMatchObject({ status: 'queued' });
    });

    it('lets a waiting run be claimed once no decision is possible any more', async () => {
      const { runs, approvals, runId, lease, newApproval, principal } = await setUp({ expiresInSeconds: 0 });
      const request = { owner: newId(), seconds: 60 };
      const open = await approvals.request(principal, newApproval({ toolCallId: 'call_2', expiresInSeconds: 60 }));
      await runs.release(lease, 'waiting');
      expect(await runs.claim(runId, request)).toBeUndefined();
      await approvals.decide(principal, open.id, { decision: 'deny' });
      expect(await runs.claim(runId, request)).toMatchObject({ id: runId, status: 'running' });
    });

    it('accepts the approval of a policy at once, but never for a destructive call', async () => {
      const { approvals, principal, newApproval } = await setUp();
      const byPolicy = newApproval({ toolCallId: 'call_2', approvedBy: 'policy' });
      expect(await approvals.request(principal, byPolicy)).toMatchObject({ status: 'approved', decidedBy: 'policy' });
      const destructive = newApproval({ toolCallId: 'call_3', effect: 'destructive', approvedBy: 'grant' });
      await expect(approvals.request(principal, destructive)).rejects.toMatchObject({ code: 'DATABASE_ERROR' });
    });

    it('creates a standing grant for a tool that writes, lists the grant and revokes it', async () => {
      const { grants, principal, workspaceId, decide } = await setUp({ isGrantable: true });
      expect(await decide({ decision: 'always' })).toMatchObject({ status: 'approved' });
      const grant = await grants.find(principal, workspaceId, 'deleteThing');
      expect(await grants.list(principal, workspaceId)).toEqual([grant]);
      expect(await grants.create(principal, { id: newId(), workspaceId, tool: 'deleteThing' })).toEqual(grant);
      await grants.revoke(principal, grant?.id ?? '');
      expect(await grants.find(principal, workspaceId, 'deleteThing')).toBeUndefined();
    });

    it('refuses a standing grant when it cannot cover the tool, and then decides nothing', async () => {
      const { grants, approvals, principal, workspaceId, approval, decide } = await setUp();
      expect(approval).toMatchObject({ effect: 'write', isGrantable: false });
      await expect(decide({ decision: 'always' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(await grants.list(principal, workspaceId)).toEqual([]);
      expect(await approvals.get(principal, approval.id)).toMatchObject({ status: 'pending' });
    });

    it('answers NOT_FOUND to everyone else, also to a colleague', async () => {
      const { unitOfWork, approvals, grants, tenant, principal, workspaceId, approval } = await setUp();
      const grant = await grants.create(principal, { id: newId(), workspaceId, tool: 't' });
      const stranger = (await createTestTenant(unitOfWork)).principal;
      for (const by of [stranger, await createTestColleague(unitOfWork, tenant)]) {
        const verdict = { decision: 'approve' } as const;
        const attempts = [
          () => approvals.get(by, approval.id),
          () => approvals.decide(by, approval.id, verdict),
          () => grants.revoke(by, grant.id),
        ];
        for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(await approvals.listPending(by)).toEqual([]);
      }
      expect(await approvals.get(principal, approval.id)).toEqual(approval);
    });
  });
}
