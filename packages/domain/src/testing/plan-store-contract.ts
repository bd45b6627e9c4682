import { describe, expect, it } from 'vitest';
import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import { requireConversationRun } from '../run/run.ts';
import { beginPlan, endPlan, ignorePlan, notePlanProgress } from '../use-cases/apply-plan.ts';
import { proposePlan } from '../use-cases/propose-plan.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { createTestRun } from './create-test-run.ts';
import { newTestFile, newTestWorkspace } from './new-test-workspace.ts';

const create = { path: 'templates/pdb.yaml', action: 'create', newPath: null, why: 'to stay up' } as const;
const modify = { path: 'values.yaml', action: 'modify', newPath: null, why: 'two replicas' } as const;

/** Runs the contract of every `PlanStore`, alone and through the use cases. */
export function planStoreContract(open: OpenDatabase): void {
  describe('PlanStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { id: workspaceId } = await unitOfWork.stores.workspaces.create(principal, newTestWorkspace());
      const runId = await createTestRun(unitOfWork, principal, workspaceId);
      const run = requireConversationRun(await unitOfWork.stores.runs.get(principal, runId));
      const { plans } = unitOfWork.stores;
      const propose = (actions: Parameters<typeof proposePlan>[2]['actions'] = [create, modify]) =>
        unitOfWork.transaction((stores) => proposePlan(stores, principal, { runId, summary: 'Sturdier', actions }));
      return { unitOfWork, tenant, principal, workspaceId, run, plans, propose };
    }

    it('stores the proposed plan', async () => {
      const { propose, plans, principal, workspaceId, run } = await setUp();
      const plan = await propose();
      expect(plan).toMatchObject({
        workspaceId,
        conversationId: run.conversationId,
        proposedByRunId: run.id,
        appliedByRunId: null,
        summary: 'Sturdier',
        status: 'proposed',
        actions: [
          { ...create, isDone: false },
          { ...modify, isDone: false },
        ],
      });
      expect(await plans.get(principal, plan.id)).toEqual(plan);
      expect(await plans.list(principal, workspaceId)).toEqual([plan]);
    });

    it('supersedes the open plan of a conversation when a newer one is proposed', async () => {
      const { propose, plans, principal, workspaceId } = await setUp();
      const first = await propose();
      const second = await propose([modify]);
      expect((await plans.list(principal, workspaceId)).map(({ id, status }) => [id, status])).toEqual([
        [second.id, 'proposed'],
        [first.id, 'superseded'],
      ]);
    });

    it('refuses a plan that does not fit the files, and keeps the one before it open', async () => {
      const { propose, plans, principal } = await setUp();
      const { id } = await propose();
      await expect(propose([{ ...modify, path: 'nowhere.yaml' }])).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('nowhere.yaml'),
      });
      expect(await plans.get(principal, id)).toMatchObject({ status: 'proposed' });
    });

    it('lets one of concurrent runs apply a plan', async () => {
      const { propose, plans, principal, run } = await setUp();
      const { id: planId } = await propose();
      const attempts = await Promise.allSettled([1, 2].map(() => beginPlan({ plans }, principal, { planId, run })));
      expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(attempts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
      expect(await plans.findAppliedBy(principal, run.id)).toMatchObject({ id: planId, status: 'applying' });
    });

    it('marks a plan as applied once all actions are done, partly applied before, which can be resumed', async () => {
      const { propose, plans, principal, run } = await setUp();
      const { id: planId } = await propose();
      await beginPlan({ plans }, principal, { planId, run });
      const edit = { runId: run.id, after: newTestFile(create.path, 'kind: PodDisruptionBudget\n') };
      await notePlanProgress({ plans }, principal, edit);
      await endPlan({ plans }, principal, run.id);
      expect(await plans.get(principal, planId)).toMatchObject({
        status: 'partly_applied',
        actions: [{ isDone: true }, { isDone: false }],
      });
      await notePlanProgress({ plans }, principal, { runId: run.id, after: newTestFile(modify.path, 'a: 2\n') });
      expect(await plans.get(principal, planId)).toMatchObject({ actions: [{ isDone: true }, { isDone: false }] });
      await beginPlan({ plans }, principal, { planId, run });
      await notePlanProgress({ plans }, principal, { runId: run.id, after: newTestFile(modify.path, 'a: 2\n') });
      await endPlan({ plans }, principal, run.id);
      await endPlan({ plans }, principal, run.id);
      expect(await plans.get(principal, planId)).toMatchObject({ status: 'applied' });
      await expect(beginPlan({ plans }, principal, { planId, run })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('ignores a plan permanently', async () => {
      const { propose, plans, principal, workspaceId, run } = await setUp();
      const { id: planId } = await propose();
      for (const _ of [1, 2]) {
        expect(await ignorePlan({ plans }, principal, { workspaceId, planId })).toMatchObject({ status: 'ignored' });
      }
      await expect(beginPlan({ plans }, principal, { planId, run })).rejects.toMatchObject({ code: 'CONFLICT' });
      await expect(ignorePlan({ plans }, principal, { workspaceId: newId(), planId })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });

    it('keeps a plan in the conversation that it was proposed in', async () => {
      const { propose, plans, principal, run } = await setUp();
      const { id: planId } = await propose();
      await expect(
        beginPlan({ plans }, principal, { planId, run: { ...run, conversationId: newId() } }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('answers NOT_FOUND to everyone else, a colleague included', async () => {
      const { unitOfWork, tenant, propose, plans, principal, workspaceId, run } = await setUp();
      const plan = await propose();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const { principal: stranger } = await createTestTenant(unitOfWork);
      const elsewhere = { ...principal, scope: { workspaceId: newId() } };
      const calls: ((by: Principal) => Promise<unknown>)[] = [
        (by) => plans.get(by, plan.id),
        (by) => plans.move(by, plan.id, { from: ['proposed'], to: 'ignored' }),
        (by) => plans.markDone(by, plan.id, [0]),
        (by) => plans.create(by, { ...plan, id: newId() }),
      ];
      for (const by of [colleague, stranger, elsewhere]) {
        for (const call of calls) await expect(call(by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        expect(await plans.findAppliedBy(by, run.id)).toBeUndefined();
      }
      expect(await plans.list(colleague, workspaceId)).toEqual([]);
      await expect(plans.list(stranger, workspaceId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      for (const id of [newId(), 'no-id', '']) {
        await expect(plans.get(principal, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await plans.list(principal, workspaceId)).toEqual([plan]);
    });
  });
}
