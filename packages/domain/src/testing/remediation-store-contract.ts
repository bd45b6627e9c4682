import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { beginRemediation, decideRemediation, type PlanVerdict } from '../use-cases/manage-remediations.ts';
import type { NewRemediation, RemediationChange } from '../remediation/remediation-store.ts';
import type { RemediationPlan } from '../remediation/remediation.ts';
import type { RemediationWatch } from '../remediation/watch/remediation-watch.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const request = { issue: 'web\0 is down', mode: 'manual', maxRisk: 'low', context: null, model: null } as const;

const action = (id: string): RemediationPlan['actions'][number] => ({
  id,
  description: 'Restart it',
  rationale: 'It hangs.',
  claimedRisk: 'low',
  change: { verb: 'restart', target: { resource: 'deployments.apps', name: 'web', namespace: 'shop' } },
  object: 'Deployment shop/web',
  risk: { level: 'low', reasons: [] },
  difference: '',
  state: 'digest',
  managedBy: null,
});
const plan: RemediationPlan = { context: 'prod', risk: 'low', hash: 'h1', actions: [action('a1'), action('a2')] };
const newWatch: RemediationWatch = {
  namespaces: ['shop'],
  before: null,
  changedAt: '2026-01-01T00:00:00.000Z',
  stableSince: null,
  restarts: {},
  times: null,
  nextCheckAt: null,
  until: null,
  waitingFor: null,
};
const call = { id: 'c1', tool: 'kubectl_get', input: { resource: 'pods' }, output: 'web-1', isError: false };

/** Runs the contract of every `RemediationStore`, alone and through the use cases. */
export function remediationStoreContract(open: OpenDatabase): void {
  describe('RemediationStore', () => {
    const database = useDatabase(open);

    async function setUp(asked: Partial<NewRemediation> = {}) {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { remediations } = unitOfWork.stores;
      const begin = (more: Partial<NewRemediation> = {}, by = principal) =>
        unitOfWork.transaction((stores) =>
          beginRemediation(stores, by, { ...request, id: newId(), ...asked, ...more }),
        );
      const remediation = await begin();
      const claim = { remediationId: remediation.id, owner: newId(), seconds: 60 };
      const advance = (change: RemediationChange) => remediations.advance(claim, change);
      const waitFor = async (change: RemediationChange = {}) => {
        await remediations.claim(claim);
        return advance({ status: 'awaiting_approval', plan, ...change });
      };
      const decide = (verdict: PlanVerdict, by = principal) =>
        unitOfWork.transaction((stores) =>
          decideRemediation(stores, by, {
            remediationId: remediation.id,
            verdict,
            sign: ({ planHash }) => `of ${planHash}`,
          }),
        );
      return { unitOfWork, tenant, principal, remediations, begin, remediation, claim, advance, waitFor, decide };
    }

    it('stores the request and the progress', async () => {
      const { remediations, principal, remediation, claim, advance } = await setUp();
      expect(remediation).toMatchObject({
        ...request,
        issue: 'web\uFFFD is down',
        status: 'investigating',
        origin: 'request',
        calls: [],
      });
      expect(await remediations.claim(claim)).toEqual(remediation);
      await advance({ call });
      const analysis = {
        issueStatus: 'active',
        rootCause: 'It hangs.',
        confidence: 0.5,
        factors: [],
        evidence: ['c1'],
        summary: '',
        validation: '',
      } as const;
      const waiting = await advance({ status: 'awaiting_approval', analysis, plan, call: { ...call, id: 'c2' } });
      expect(waiting).toMatchObject({
        analysis,
        plan,
        calls: [call, { id: 'c2' }],
        expiresAt: expect.any(Date),
        endedAt: null,
      });
      expect(await remediations.get(principal, remediation.id)).toEqual(waiting);
      expect(await remediations.list(principal)).toMatchObject([{ id: remediation.id, status: 'awaiting_approval' }]);
    });

    it('has one owner at a time, until the lease expires', async () => {
      const { remediations, claim, advance, principal } = await setUp();
      const others = [1, 2].map(() => ({ ...claim, owner: newId() }));
      const taken = await Promise.all([claim, ...others].map((each) => remediations.claim(each)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      await expect(remediations.advance({ ...claim, owner: newId() }, { reason: 'x' })).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      const winner = [claim, ...others][taken.findIndex(Boolean)] ?? claim;
      await remediations.advance({ ...winner, seconds: -1 }, { reason: 'here' });
      expect(await remediations.listAbandoned()).toContainEqual({
        id: claim.remediationId,
        organizationId: principal.organizationId,
        userId: principal.userId,
      });
      const next = { ...claim, owner: newId() };
      expect(await remediations.claim(next)).toMatchObject({ reason: 'here' });
      await expect(remediations.advance(winner, { reason: 'late' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await remediations.release(winner);
      expect(await remediations.claim(claim)).toBeUndefined();
      await remediations.release(next);
      expect(await remediations.claim(claim)).toBeDefined();
      expect(await advance({ status: 'failed', reason: 'so' })).toMatchObject({ endedAt: expect.any(Date) });
      expect(await remediations.claim(next)).toBeUndefined();
      await expect(advance({ reason: 'again' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('approves the plan that the person saw, whole or in part, and queues it', async () => {
      const { waitFor, decide, remediations, claim } = await setUp();
      await waitFor();
      await expect(decide({ decision: 'approve', planHash: 'h2' })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'plan_changed' },
      });
      for (const actions of [['a3'], []]) {
        await expect(decide({ decision: 'approve', planHash: 'h1', actions })).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
        });
      }
      const approved = await decide({ decision: 'approve', planHash: 'h1', actions: ['a2'] });
      expect(approved).toMatchObject({
        status: 'executing',
        approval: { decidedBy: 'user', planHash: 'h1', actions: ['a2'], signature: 'of h1' },
      });
      expect(await remediations.claim(claim)).toEqual(approved);
    });

    it.each<PlanVerdict>([
      { decision: 'approve', planHash: 'h1' },
      { decision: 'deny', reason: 'not today' },
    ])('accepts one decision: $decision', async (verdict) => {
      const { waitFor, decide, remediation, remediations, principal } = await setUp();
      await expect(decide({ decision: 'deny' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await waitFor();
      const decisions = await Promise.allSettled([decide(verdict), decide(verdict)]);
      expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(decisions.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
      const { status, reason } = await remediations.get(principal, remediation.id);
      expect([status, reason]).toEqual(
        verdict.decision === 'approve' ? ['executing', null] : ['refused', 'It was declined: not today'],
      );
    });

    it.each(['extension_token', 'jwt', 'job'] as const)(
      'accepts the decision of a person and not of %s',
      async (via) => {
        const { waitFor, decide, remediation, remediations, principal } = await setUp();
        const waiting = await waitFor();
        for (const verdict of [{ decision: 'approve', planHash: 'h1' }, { decision: 'deny' }] as const) {
          await expect(decide(verdict, { ...principal, via })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
        }
        expect(await remediations.get(principal, remediation.id)).toEqual(waiting);
      },
    );

    it('stops a remediation at once when no change is possible, and changes it no more', async () => {
      const { remediations, principal, remediation, claim, advance } = await setUp();
      await remediations.claim(claim);
      const stopped = await remediations.stop(principal, remediation.id);
      expect(stopped).toMatchObject({
        status: 'stopped',
        reason: expect.stringContaining('Nothing was changed'),
        stopRequestedAt: expect.any(Date),
        endedAt: expect.any(Date),
      });
      await expect(advance({ call })).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await remediations.claim({ ...claim, owner: newId() })).toBeUndefined();
      expect(await remediations.stop(principal, remediation.id)).toEqual(stopped);
    });

    it('stops a remediation with a pending plan, which cannot be approved afterwards', async () => {
      const { remediations, principal, remediation, waitFor, decide } = await setUp();
      await waitFor();
      expect(await remediations.stop(principal, remediation.id)).toMatchObject({ status: 'stopped', progress: [] });
      await expect(decide({ decision: 'approve', planHash: 'h1' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('leaves the stop to the worker that changes the cluster, and returns the request with its next update', async () => {
      const { remediations, principal, remediation, waitFor, decide, claim, advance } = await setUp();
      await waitFor();
      await decide({ decision: 'approve', planHash: 'h1' });
      await remediations.claim(claim);
      const asked = await remediations.stop(principal, remediation.id);
      expect(asked).toMatchObject({ status: 'executing', stopRequestedAt: expect.any(Date), endedAt: null });
      const progress = [{ id: 'a1', status: 'running', error: null } as const];
      expect(await advance({ progress })).toMatchObject({ stopRequestedAt: asked.stopRequestedAt });
      await remediations.release(claim);
      expect(await remediations.stop(principal, remediation.id)).toMatchObject({ status: 'executing' });
      await remediations.claim(claim);
      await advance({ progress: [{ id: 'a1', status: 'done', error: null }] });
      await remediations.release(claim);
      expect(await remediations.stop(principal, remediation.id)).toMatchObject({
        status: 'stopped',
        reason: expect.stringContaining('a1'),
        progress: [{ status: 'done' }, { id: 'a2', status: 'not_run' }],
      });
    });

    it('lets only its user stop a remediation', async () => {
      const { remediations, remediation, tenant, unitOfWork } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      for (const id of [remediation.id, newId()]) {
        await expect(remediations.stop(colleague, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });

    it('watches without a worker, and is abandoned only when it is overdue by a minute', async () => {
      const { waitFor, decide, remediations, principal, claim, advance } = await setUp();
      await waitFor();
      await decide({ decision: 'approve', planHash: 'h1' });
      await remediations.claim(claim);
      const watch = { ...newWatch, nextCheckAt: '2026-01-01T00:00:05.000Z', waitingFor: 'A restart.' };
      await advance({ status: 'validating', watch });
      const parked = await advance({ watch, dueInSeconds: 5 });
      expect(parked).toMatchObject({ status: 'validating', watch, endedAt: null });
      await expect(advance({ reason: 'late' })).rejects.toMatchObject({ code: 'CONFLICT' });
      const isAbandoned = async () => (await remediations.listAbandoned()).some(({ id }) => id === claim.remediationId);
      expect(await isAbandoned()).toBe(false);
      const next = { ...claim, owner: newId() };
      expect(await remediations.claim(next)).toEqual(parked);
      expect(await remediations.claim(claim)).toBeUndefined();
      await remediations.advance(next, { dueInSeconds: -61 });
      expect(await isAbandoned()).toBe(true);
      await remediations.claim(next);
      expect(await isAbandoned()).toBe(false);
      await remediations.advance(next, { dueInSeconds: 60 });
      expect(await remediations.stop(principal, claim.remediationId)).toMatchObject({ status: 'stopped', watch });
      expect(await remediations.claim(claim)).toBeUndefined();
    });

    it('adds up the cost of its model, also once it has ended', async () => {
      const { remediations, principal, remediation } = await setUp();
      const count = (inputTokens: number, costUsd: number | null) =>
        remediations.countSpent(remediation.id, { model: 'p:m', usage: { ...noUsage, inputTokens }, costUsd });
      expect(remediation.spent).toBeNull();
      await count(1_000, 0.25);
      await remediations.stop(principal, remediation.id);
      await count(500, 0.5);
      const { spent } = await remediations.get(principal, remediation.id);
      expect(spent).toEqual({ model: 'p:m', usage: { ...noUsage, inputTokens: 1_500 }, costUsd: 0.75 });
      await count(1, null);
      expect((await remediations.get(principal, remediation.id)).spent?.costUsd).toBeNull();
    });

    it('refuses the approval of an expired plan', async () => {
      const { waitFor, decide, remediations, principal, remediation } = await setUp();
      await waitFor({ expiresInSeconds: -1 });
      await expect(decide({ decision: 'approve', planHash: 'h1' })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { status: 'expired' },
      });
      expect(await remediations.expire()).toBeGreaterThan(0);
      expect(await remediations.get(principal, remediation.id)).toMatchObject({
        status: 'expired',
        reason: expect.any(String),
        endedAt: expect.any(Date),
      });
    });

    it('has one remediation for a firing, and one unfinished for its group', async () => {
      const alert = { group: newId(), firing: newId() };
      const { begin, remediations, principal, remediation, claim, advance } = await setUp({ alert });
      expect(remediation.origin).toBe('alert');
      const next = { ...alert, firing: newId() };
      for (const another of [alert, next]) {
        await expect(begin({ alert: another })).rejects.toMatchObject({ code: 'CONFLICT' });
        expect(await remediations.findForAlert(principal, another)).toMatchObject({ id: remediation.id });
      }
      await remediations.claim(claim);
      await advance({ status: 'resolved' });
      await expect(begin({ alert })).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await remediations.findForAlert(principal, next)).toBeUndefined();
      expect(await begin({ alert: next })).toMatchObject({ status: 'investigating' });
    });

    it('answers NOT_FOUND to everyone else, a colleague included', async () => {
      const { unitOfWork, tenant, waitFor, decide, remediations, principal, remediation } = await setUp();
      await waitFor();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const { principal: stranger } = await createTestTenant(unitOfWork);
      const calls: ((by: Principal) => Promise<unknown>)[] = [
        (by) => remediations.get(by, remediation.id),
        (by) => decide({ decision: 'approve', planHash: 'h1' }, by),
        (by) => remediations.decide(by, remediation.id, { reason: 'no' }),
      ];
      for (const by of [colleague, stranger, { ...principal, scope: { workspaceId: newId() } }]) {
        for (const attempt of calls) await expect(attempt(by)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await remediations.list(colleague)).toEqual([]);
      for (const id of [newId(), 'no-id', '']) {
        await expect(remediations.get(principal, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await remediations.get(principal, remediation.id)).toMatchObject({ status: 'awaiting_approval' });
    });
  });
}
