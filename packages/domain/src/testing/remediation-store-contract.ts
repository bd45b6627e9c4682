import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import {
  beginRemediation,
  decideRemediation,
  type PlanVerdict,
  stopRemediation,
} from '../use-cases/manage-remediations.ts';
import { isLeaseLost } from '../run/run-lease.ts';
import type { NewRemediation, RemediationChange } from '../remediation/remediation-store.ts';
import type { RemediationPlan } from '../remediation/remediation.ts';
import { toRunEnd } from '../remediation/to-run-end.ts';
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
      const { runs } = unitOfWork.stores;
      const lease = { runId: remediation.id, owner: newId() };
      const claim = () => runs.claim(lease.runId, { owner: lease.owner, seconds: 60 });
      const advance = (change: RemediationChange) => remediations.advance(lease, change);
      const waitFor = async (change: RemediationChange = {}) => {
        await claim();
        const waiting = await advance({ status: 'awaiting_approval', plan, ...change });
        await runs.release(lease, { wakeInMs: 3_600_000 });
        return waiting;
      };
      const stop = (by = principal) => unitOfWork.transaction((stores) => stopRemediation(stores, by, remediation.id));
      const eventsOf = async () =>
        (await runs.listEvents(remediation.id, { after: 0, limit: 100 })).map(({ event }) => event);
      const runOf = () => runs.get(principal, remediation.id);
      const decide = (verdict: PlanVerdict, by = principal) =>
        unitOfWork.transaction((stores) =>
          decideRemediation(stores, by, {
            remediationId: remediation.id,
            verdict,
            sign: ({ planHash }) => `of ${planHash}`,
          }),
        );
      const work = { claim, advance, waitFor, decide, stop, eventsOf, runOf };
      return { unitOfWork, tenant, principal, remediations, runs, begin, remediation, lease, ...work };
    }

    it('stores the request and the progress', async () => {
      const { remediations, principal, remediation, claim, advance } = await setUp();
      expect(remediation).toMatchObject({
        ...request,
        issue: 'web\uFFFD is down',
        status: 'investigating',
        origin: 'request',
        calls: [],
        isQueued: true,
      });
      expect(await claim()).toMatchObject({ id: remediation.id, kind: 'remediation', conversationId: null });
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

    it('takes progress from the owner of its run only, and none after its end', async () => {
      const { remediations, runs, claim, lease, advance, principal } = await setUp();
      const isRefused = (write: Promise<unknown>) => write.then(() => false, isLeaseLost);
      expect(await isRefused(advance({ reason: 'early' }))).toBe(true);
      await claim();
      expect(await advance({ reason: 'here' })).toMatchObject({ reason: 'here', isQueued: false });
      expect(await isRefused(remediations.advance({ ...lease, owner: newId() }, { reason: 'x' }))).toBe(true);
      expect(await isRefused(remediations.advance({ runId: lease.runId }, { reason: 'x' }))).toBe(true);
      await runs.renew(lease, 0);
      const next = { runId: lease.runId, owner: newId() };
      await runs.claim(lease.runId, { owner: next.owner, seconds: 60 });
      expect(await isRefused(advance({ reason: 'late' }))).toBe(true);
      const failed = await remediations.advance(next, { status: 'failed', reason: 'so' });
      expect(failed).toMatchObject({ endedAt: expect.any(Date) });
      await runs.end(next, { ...toRunEnd(failed) });
      await expect(remediations.advance(next, { reason: 'again' })).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await remediations.get(principal, lease.runId)).toMatchObject({ status: 'failed', reason: 'so' });
    });

    it('approves the plan that the person saw, whole or in part, and queues it', async () => {
      const { waitFor, decide, runOf, eventsOf, claim } = await setUp();
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
      expect(await runOf()).toMatchObject({ status: 'queued' });
      expect((await eventsOf()).at(-1)).toMatchObject({ type: 'remediation_status', status: 'executing' });
      expect(await claim()).toMatchObject({ status: 'running' });
    });

    it.each<PlanVerdict>([
      { decision: 'approve', planHash: 'h1' },
      { decision: 'deny', reason: 'not today' },
    ])('accepts one decision: $decision', async (verdict) => {
      const { waitFor, decide, remediation, remediations, principal, runOf } = await setUp();
      await expect(decide({ decision: 'deny' })).rejects.toMatchObject({ code: 'CONFLICT' });
      await waitFor();
      const decisions = await Promise.allSettled([decide(verdict), decide(verdict)]);
      expect(decisions.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      expect(decisions.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
      const { status, reason } = await remediations.get(principal, remediation.id);
      expect([status, reason]).toEqual(
        verdict.decision === 'approve' ? ['executing', null] : ['refused', 'It was declined: not today'],
      );
      expect((await runOf()).status).toBe(verdict.decision === 'approve' ? 'queued' : 'completed');
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

    it('ends a stopped remediation at once when its run has no owner, and changes it no more', async () => {
      const { remediations, lease, claim, stop, runOf, eventsOf } = await setUp();
      const stopped = await stop();
      expect(stopped).toMatchObject({
        status: 'stopped',
        reason: expect.stringContaining('Nothing was changed'),
        stopRequestedAt: expect.any(Date),
        endedAt: expect.any(Date),
      });
      expect(await runOf()).toMatchObject({ status: 'cancelled', stopReason: 'aborted', endedAt: expect.any(Date) });
      expect((await eventsOf()).map(({ type }) => type)).toEqual([
        'run_started',
        'remediation_status',
        'remediation_status',
        'run_ended',
      ]);
      expect(await claim()).toBeUndefined();
      await expect(remediations.advance(lease, { call })).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await stop()).toEqual(stopped);
    });

    it('stops a remediation with a pending plan, which cannot be approved afterwards', async () => {
      const { waitFor, decide, stop } = await setUp();
      await waitFor();
      expect(await stop()).toMatchObject({ status: 'stopped', progress: [] });
      await expect(decide({ decision: 'approve', planHash: 'h1' })).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('leaves the stop to the owner of its run, and returns the request with its next update', async () => {
      const { runs, lease, waitFor, decide, claim, advance, stop } = await setUp();
      await waitFor();
      await decide({ decision: 'approve', planHash: 'h1' });
      await claim();
      const asked = await stop();
      expect(asked).toMatchObject({ status: 'executing', stopRequestedAt: expect.any(Date), endedAt: null });
      const progress = [{ id: 'a1', status: 'running', error: null } as const];
      expect(await advance({ progress })).toMatchObject({ stopRequestedAt: asked.stopRequestedAt });
      await runs.release(lease, 'queued');
      expect(await stop()).toMatchObject({ status: 'executing', endedAt: null });
      await claim();
      await advance({ progress: [{ id: 'a1', status: 'done', error: null }] });
      await runs.release(lease, 'queued');
      expect(await stop()).toMatchObject({
        status: 'stopped',
        reason: expect.stringContaining('a1'),
        progress: [{ status: 'done' }, { id: 'a2', status: 'not_run' }],
      });
    });

    it('waits without an owner until the time of its next check', async () => {
      const { waitFor, decide, runs, lease, claim, advance, stop } = await setUp();
      await waitFor();
      await decide({ decision: 'approve', planHash: 'h1' });
      await claim();
      const watch = { ...newWatch, nextCheckAt: '2026-01-01T00:00:05.000Z', waitingFor: 'A restart.' };
      expect(await advance({ status: 'validating', watch })).toMatchObject({ status: 'validating', watch });
      await runs.release(lease, { wakeInMs: 3_600_000 });
      expect(await claim()).toBeUndefined();
      await runs.requeue(lease.runId);
      await claim();
      await runs.release(lease, { wakeInMs: 0 });
      expect(await claim()).toMatchObject({ status: 'running' });
      await runs.release(lease, { wakeInMs: 3_600_000 });
      expect(await stop()).toMatchObject({ status: 'stopped', watch });
      expect(await claim()).toBeUndefined();
    });

    it('adds up the cost of its model', async () => {
      const { remediation, claim, advance } = await setUp();
      const spend = (inputTokens: number, costUsd: number | null) =>
        advance({ spent: { model: 'p:m', usage: { ...noUsage, inputTokens }, costUsd } });
      expect(remediation.spent).toBeNull();
      await claim();
      await spend(1_000, 0.25);
      const { spent } = await spend(500, 0.5);
      expect(spent).toEqual({ model: 'p:m', usage: { ...noUsage, inputTokens: 1_500 }, costUsd: 0.75 });
      expect((await spend(1, null)).spent?.costUsd).toBeNull();
    });

    it('refuses the approval of an expired plan', async () => {
      const { waitFor, decide } = await setUp();
      await waitFor({ expiresInSeconds: -1 });
      await expect(decide({ decision: 'approve', planHash: 'h1' })).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { status: 'expired' },
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
      await claim();
      await advance({ status: 'resolved' });
      await expect(begin({ alert })).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await remediations.findForAlert(principal, next)).toBeUndefined();
      expect(await begin({ alert: next })).toMatchObject({ status: 'investigating' });
    });

    it('answers NOT_FOUND to everyone else, a colleague included', async () => {
      const { unitOfWork, tenant, waitFor, decide, stop, remediations, principal, remediation } = await setUp();
      await waitFor();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const { principal: stranger } = await createTestTenant(unitOfWork);
      const calls: ((by: Principal) => Promise<unknown>)[] = [
        (by) => remediations.get(by, remediation.id),
        (by) => decide({ decision: 'approve', planHash: 'h1' }, by),
        (by) => remediations.decide(by, remediation.id, { reason: 'no' }),
        (by) => stop(by),
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
