import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { isLeaseLost, type LeaseRequest, type RunLease } from '../run/run-lease.ts';
import type { NewRun, RunStore } from '../run/run-store.ts';
import type { Run } from '../run/run.ts';
import type { RunEvent } from '../run/run-event.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestTenant } from './create-test-tenant.ts';

const long = 3_600;
/** Duration of a lease that has expired as soon as it is claimed, in seconds. */
const none = 0;
const event: RunEvent = { type: 'content', turn: 0, deltas: ['x'] };
const ended = {
  status: 'completed',
  stopReason: 'final',
  usage: noUsage,
  errorCode: null,
  errorMessage: null,
} as const;
const lease = (seconds = long): LeaseRequest => ({ owner: newId(), seconds });

/** Runs the lease contract of every `RunStore`. */
export function runLeaseContract(open: OpenDatabase): void {
  describe('RunStore leases', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { runs } = unitOfWork.stores;
      const create = (run: Partial<NewRun> = {}): Promise<string> => createRun(principal, run);
      return { unitOfWork, principal, runs, create };
    }

    async function createRun(principal: Principal, run: Partial<NewRun>): Promise<string> {
      const { conversations, runs } = database().unitOfWork.stores;
      const conversationId = newId();
      await conversations.create(principal, { id: conversationId, workspaceId: null, contextType: 'tables' });
      return (await runs.create(principal, { id: newId(), conversationId, workspaceId: null, model: 'm', ...run })).id;
    }

    /** Claims all available runs, so that the next claim gets a run of the test. */
    async function claimAll(runs: RunStore): Promise<void> {
      while (await runs.claimNext(lease()));
    }

    it('give a queued run to one of concurrent claims', async () => {
      const { runs, principal, create } = await setUp();
      const id = await create();
      const claims = await Promise.all(Array.from({ length: 8 }, () => runs.claim(id, lease())));
      expect(claims.filter((run) => run !== undefined)).toMatchObject([
        { id, status: 'running', attempt: 1, lastSequence: 0 },
      ]);
      expect(await runs.get(principal, id)).toMatchObject({ status: 'running' });
      expect(await runs.claim(newId(), lease())).toBeUndefined();
      await expect(runs.claim('no-id', lease())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('give each queued run to one of concurrent claims of any run', async () => {
      const { runs, create } = await setUp();
      await claimAll(runs);
      const ids = await Promise.all(Array.from({ length: 5 }, () => create()));
      const claims = await Promise.all(Array.from({ length: 12 }, () => runs.claimNext(lease())));
      const claimed = claims.flatMap((run) => run?.id ?? []);
      // A claim that met another's row lock returns nothing; claim again.
      for (let run = await runs.claimNext(lease()); run; run = await runs.claimNext(lease())) claimed.push(run.id);
      expect(claimed.toSorted()).toEqual(ids.toSorted());
    });

    it('prefer the organization with fewer running runs, then the oldest run', async () => {
      const [busy, quiet] = [await setUp(), await setUp()];
      const { runs } = busy;
      await claimAll(runs);
      await busy.create({ lease: lease() });
      const [first, second, other] = [await busy.create(), await busy.create(), await quiet.create()];
      const order: (string | undefined)[] = [];
      for (let count = 0; count < 4; count += 1) order.push((await runs.claimNext(lease()))?.id);
      expect(order).toEqual([other, first, second, undefined]);
    });

    it.each([
      { limit: 1, running: 0, queued: 3, claimed: 1 },
      { limit: 2, running: 1, queued: 3, claimed: 1 },
      { limit: 2, running: 2, queued: 3, claimed: 0 },
      { limit: 3, running: 4, queued: 2, claimed: 0 },
      { limit: 5, running: 1, queued: 3, claimed: 3 },
    ])('claim $claimed of $queued runs when $running are running and $limit are allowed', async (expected) => {
      const { limit, running, queued, claimed } = expected;
      const [busy, quiet] = [await setUp(), await setUp()];
      const { runs } = busy;
      await claimAll(runs);
      for (let count = 0; count < running; count += 1) await busy.create({ lease: lease() });
      for (let count = 0; count < queued; count += 1) await busy.create();
      const other = await quiet.create();
      const claims: (Run | undefined)[] = await Promise.all(
        Array.from({ length: 8 }, () => runs.claimNext(lease(), { perOrganization: limit })),
      );
      const ofBusy = claims.filter((run) => run?.organizationId === busy.principal.organizationId);
      expect(ofBusy).toHaveLength(claimed);
      expect(claims.flatMap((run) => run?.id ?? [])).toContain(other);
      await claimAll(runs);
    });

    it('count no run against the limit when it has ended, waits, or has no owner', async () => {
      const { runs, create } = await setUp();
      await claimAll(runs);
      const [ending, waiting] = [lease(), lease()];
      await runs.end({ runId: await create({ lease: ending }), owner: ending.owner }, ended);
      await runs.release({ runId: await create({ lease: waiting }), owner: waiting.owner }, 'waiting');
      const orphan = await create({ lease: lease(none) });
      const next = await create();
      const limits = { perOrganization: 1 };
      expect((await runs.claimNext(lease(none), limits))?.id).toBe(orphan);
      expect((await runs.claim(next, lease()))?.id).toBe(next);
      expect(await runs.claimNext(lease(), limits)).toBeUndefined();
      expect((await runs.claimNext(lease(), {}))?.id).toBe(orphan);
    });

    it('leave a run to its owner until the lease expires, and to others afterwards', async () => {
      const { runs, create } = await setUp();
      await claimAll(runs);
      const held = await create({ lease: lease() });
      const expired = await create({ lease: lease(none) });
      expect(await runs.claim(held, lease())).toBeUndefined();
      expect(await runs.claimNext(lease(none))).toMatchObject({ id: expired, attempt: 2 });
      expect(await runs.claim(expired, lease())).toMatchObject({ id: expired, attempt: 3 });
      expect(await runs.claimNext(lease())).toBeUndefined();
    });

    it('last longer when they are renewed', async () => {
      const { runs, create } = await setUp();
      const holder = lease(none);
      const runId = await create({ lease: holder });
      expect(await runs.renew({ runId, owner: holder.owner }, long)).toMatchObject({
        id: runId,
        stopRequestedAt: null,
      });
      expect(await runs.claim(runId, lease())).toBeUndefined();
    });

    it('let the owner write, even after expiry, until another owner claims the run', async () => {
      const { runs, create } = await setUp();
      const holder = lease(none);
      const runId = await create({ lease: holder });
      expect(await runs.appendEvents({ runId, owner: holder.owner }, [event])).toBe(1);
      const next = lease();
      await runs.claim(runId, next);
      await expectLost(runs, { runId, owner: holder.owner });
      expect(await runs.listEvents(runId, { after: 0, limit: 9 })).toHaveLength(1);
      expect(await runs.listSteps(runId)).toEqual([]);
      expect(await runs.listToolCalls(runId)).toEqual([]);
      expect(await runs.appendEvents({ runId, owner: next.owner }, [event])).toBe(2);
    });

    it('refuse writes without the lease while it is held, and those of the owner after its release', async () => {
      const { runs, principal, create } = await setUp();
      const holder = lease();
      const runId = await create({ lease: holder });
      await expect(runs.appendEvents({ runId }, [event])).rejects.toSatisfy(isLeaseLost);
      await runs.release({ runId, owner: holder.owner }, 'waiting');
      await expectLost(runs, { runId, owner: holder.owner });
      expect(await runs.appendEvents({ runId }, [event])).toBe(1);
      expect(await runs.get(principal, runId)).toMatchObject({ status: 'waiting', attempt: 0 });
    });

    it('queue a run that is released as queued, and a waiting one once it is requeued', async () => {
      const { runs, create } = await setUp();
      const holder = lease();
      const runId = await create({ lease: holder });
      await expect(runs.requeue(runId)).rejects.toMatchObject({ code: 'CONFLICT' });
      await runs.release({ runId, owner: holder.owner }, 'queued');
      const second = lease();
      expect(await runs.claim(runId, second)).toMatchObject({ attempt: 1 });
      await runs.release({ runId, owner: second.owner }, 'waiting');
      expect(await runs.claim(runId, lease())).toBeUndefined();
      await runs.appendEvents({ runId }, [event]);
      await runs.requeue(runId);
      expect(await runs.claim(runId, lease())).toMatchObject({ id: runId, lastSequence: 1 });
    });

    it('report a requested stop to the owner, and let a waiting run be claimed to end it', async () => {
      const { runs, principal, create } = await setUp();
      const holder = lease();
      const runId = await create({ lease: holder });
      const asked = await runs.requestStop(principal, runId);
      expect(asked).toMatchObject({ stopRequestedAt: expect.any(Date), stopRequestedByUserId: principal.userId });
      expect(await runs.requestStop(principal, runId)).toEqual(asked);
      const { stopRequestedAt } = await runs.renew({ runId, owner: holder.owner }, long);
      expect(stopRequestedAt).toEqual(asked.stopRequestedAt);
      await runs.release({ runId, owner: holder.owner }, 'waiting');
      const last = lease();
      expect(await runs.claim(runId, last)).toMatchObject({ id: runId });
      await runs.end({ runId, owner: last.owner }, ended);
      expect(await runs.requestStop(principal, runId)).toMatchObject({ status: 'completed' });
    });

    it('let a waiting run be claimed once its time is over', async () => {
      const { runs, principal, create } = await setUp();
      const id = await create();
      const waitFor = async (wakeInMs: number): Promise<void> => {
        const request = lease();
        await runs.claim(id, request);
        await runs.release({ runId: id, owner: request.owner }, { wakeInMs });
      };
      await waitFor(3_600_000);
      expect(await runs.get(principal, id)).toMatchObject({ status: 'waiting' });
      expect(await runs.claim(id, lease())).toBeUndefined();
      await runs.requeue(id);
      await waitFor(0);
      expect(await runs.claim(id, lease())).toMatchObject({ id, status: 'running', attempt: 1 });
      await expect(runs.requeue(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('leave a run to executors of its kind', async () => {
      const { runs, principal } = await setUp();
      await claimAll(runs);
      const { id } = await runs.createStandalone(principal, { id: newId(), kind: 'remediation', model: null });
      expect(await runs.get(principal, id)).toMatchObject({
        kind: 'remediation',
        conversationId: null,
        workspaceId: null,
        model: null,
        status: 'queued',
        detached: true,
      });
      const others = { kinds: ['answer', 'call'] } as const;
      expect(await runs.claim(id, lease(), others)).toBeUndefined();
      expect(await runs.claimNext(lease(), others)).toBeUndefined();
      expect(await runs.claimNext(lease(), { ...others, perOrganization: 1 })).toBeUndefined();
      expect(await runs.claimNext(lease(), { kinds: ['remediation'] })).toMatchObject({ id });
    });

    it('end with the run', async () => {
      const { runs, principal, create } = await setUp();
      const holder = lease(none);
      const runId = await create({ lease: holder });
      await runs.end({ runId, owner: holder.owner }, ended);
      expect(await runs.claim(runId, lease())).toBeUndefined();
      await expect(runs.renew({ runId, owner: holder.owner }, long)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await runs.get(principal, runId)).toMatchObject({ status: 'completed' });
    });
  });
}

async function expectLost(runs: RunStore, lost: RunLease): Promise<void> {
  const call = { toolCallId: 'c', turn: 0, name: 'x', input: {}, effect: 'write', idempotent: false } as const;
  const part = { type: 'tool_result', id: 'c', name: 'x', output: '', isError: false } as const;
  const step = {
    turn: 0,
    model: 'm',
    finish: 'stop',
    usage: noUsage,
    costUsd: null,
    messages: [],
    durationMs: 0,
  } as const;
  const writes = [
    () => runs.appendEvents(lost, [event]),
    () => runs.saveStep(lost, step),
    () => runs.saveStepAnswers(lost, { turn: 0, message: { role: 'tool', content: [part] } }),
    () => runs.beginToolCall(lost, call),
    () => runs.endToolCall(lost, { turn: 0, input: {}, result: { part, durationMs: 0, clientEvents: [] } }),
    () => runs.markToolCallUnknown(lost, 'c'),
    () => runs.renew(lost, long),
    () => runs.release(lost, 'queued'),
    () => runs.end(lost, ended),
  ];
  for (const write of writes) await expect(write()).rejects.toSatisfy(isLeaseLost);
}
