import { describe, expect, it } from 'vitest';
import { noUsage, type StopReason } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { RunEnd } from '../run/run-store.ts';
import type { Run } from '../run/run.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

const stopReasons: readonly StopReason[] = [
  'final',
  'max_iterations',
  'budget',
  'repeated_call',
  'approval',
  'aborted',
  'truncated',
  'refused',
  'model_error',
];

/** Runs the contract of every `RunStore`. */
export function runStoreContract(open: OpenDatabase): void {
  describe('RunStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const { runs, conversations, workspaces } = unitOfWork.stores;
      const { id: workspaceId } = await workspaces.create(principal, newTestWorkspace());
      const { id: conversationId } = await conversations.create(principal, {
        id: newId(),
        workspaceId,
        contextType: 'chart',
      });
      const create = (): Promise<Run> =>
        runs.create(principal, { id: newId(), conversationId, workspaceId, model: 'demo:scripted' });
      return { principal, runs, workspaceId, conversationId, create };
    }

    it('reports whether a run has readers, by the clock of the database', async () => {
      const { unitOfWork } = database();
      const { principal } = await createTestTenant(unitOfWork);
      const [read, unread] = [await createTestRun(unitOfWork, principal), await createTestRun(unitOfWork, principal)];
      const { runs } = unitOfWork.stores;
      await runs.noteReaders([]);
      expect(await runs.wasReadWithin(read, 60_000)).toBe(false);
      await runs.noteReaders([read]);
      expect(await runs.wasReadWithin(read, 60_000)).toBe(true);
      expect(await runs.wasReadWithin(read, 0)).toBe(false);
      expect(await runs.wasReadWithin(unread, 60_000)).toBe(false);
    });

    it('lists runs that wait for a person without readers, unless they are detached', async () => {
      const { runs, principal, conversationId } = await setUp();
      async function createWaiting(detached: boolean): Promise<string> {
        const lease = { runId: newId(), owner: newId() };
        const run = { id: lease.runId, conversationId, workspaceId: null, model: 'm', detached } as const;
        await runs.create(principal, { ...run, lease: { owner: lease.owner, seconds: 60 } });
        await runs.release(lease, 'waiting');
        return lease.runId;
      }
      const [read, unread, detached] = [
        await createWaiting(false),
        await createWaiting(false),
        await createWaiting(true),
      ];
      const queued = newId();
      await runs.create(principal, { id: queued, conversationId, workspaceId: null, model: 'm', detached: false });
      await runs.noteReaders([read]);
      const own = new Set([read, unread, detached, queued]);
      const listed = async (ms: number) =>
        (await runs.listUnread(ms))
          .map(({ id }) => id)
          .filter((id) => own.has(id))
          .toSorted();
      expect(await listed(60_000)).toEqual([]);
      expect(await listed(0)).toEqual([read, unread].toSorted());
      await runs.requestStop(principal, unread);
      expect(await listed(0)).toEqual([read]);
    });

    it('stores follow-up questions for the owner of a run', async () => {
      const { runs, principal, create } = await setUp();
      const { id, followUps } = await create();
      expect(followUps).toBeNull();
      await runs.keepFollowUps(principal, id, ['Explain it', 'What\u0000 then?']);
      expect((await runs.get(principal, id)).followUps).toEqual(['Explain it', 'What\ufffd then?']);
      await runs.keepFollowUps(principal, id, []);
      expect((await runs.get(principal, id)).followUps).toEqual([]);
      const { principal: stranger } = await createTestTenant(database().unitOfWork);
      for (const [caller, run] of [
        [stranger, id],
        [principal, newId()],
      ] as const) {
        await expect(runs.keepFollowUps(caller, run, [])).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
    });

    it('creates a run without any usage', async () => {
      const { runs, principal, conversationId, workspaceId, create } = await setUp();
      const run = await create();
      expect(run).toMatchObject({
        userId: principal.userId,
        organizationId: principal.organizationId,
        conversationId,
        workspaceId,
        model: 'demo:scripted',
        origin: 'chat',
        detached: true,
        status: 'queued',
        attempt: 0,
        stopRequestedAt: null,
        stopReason: null,
        usage: noUsage,
        costUsd: null,
        errorCode: null,
        errorMessage: null,
        endedAt: null,
      });
      expect(await runs.get(principal, run.id)).toEqual(run);
    });

    it('lists the runs of a conversation, oldest first, ended or not', async () => {
      const { runs, principal, conversationId, create } = await setUp();
      expect(await runs.listForConversation(principal, conversationId)).toEqual([]);
      const older = await create();
      await runs.end({ runId: older.id }, outcome('completed', 'final'));
      const newer = await create();
      expect(await runs.listForConversation(principal, conversationId)).toMatchObject([
        { id: older.id, status: 'completed' },
        { id: newer.id, status: 'queued' },
      ]);
    });

    it('finds the newest run of a conversation that has not ended', async () => {
      const { runs, principal, conversationId, create } = await setUp();
      expect(await runs.findActive(principal, conversationId)).toBeUndefined();
      const older = await create();
      const newer = await create();
      expect(await runs.findActive(principal, conversationId)).toEqual(newer);
      await runs.end({ runId: newer.id }, outcome('cancelled', 'aborted'));
      expect(await runs.findActive(principal, conversationId)).toEqual(older);
      await runs.end({ runId: older.id }, outcome('completed', 'final'));
      expect(await runs.findActive(principal, conversationId)).toBeUndefined();
    });

    it.each(stopReasons)('ends a run for the reason %s', async (stopReason) => {
      const { runs, principal, create } = await setUp();
      const { id } = await create();
      const usage = { inputTokens: 9, outputTokens: 8, cacheReadTokens: 7, cacheWriteTokens: 6, reasoningTokens: 5 };
      await runs.end({ runId: id }, { ...outcome('completed', stopReason), usage, costUsd: 0.25 });
      const run = await runs.get(principal, id);
      expect(run).toMatchObject({ status: 'completed', stopReason, usage, costUsd: 0.25, endedAt: expect.any(Date) });
    });

    it('ends a run with an error, whatever its message holds', async () => {
      const { runs, principal, create } = await setUp();
      const { id } = await create();
      await runs.end(
        { runId: id },
        {
          ...outcome('failed', 'model_error'),
          errorCode: 'EXTERNAL_API_ERROR',
          errorMessage: 'binary \0 answer',
        },
      );
      expect(await runs.get(principal, id)).toMatchObject({
        status: 'failed',
        errorCode: 'EXTERNAL_API_ERROR',
        errorMessage: 'binary \uFFFD answer',
      });
    });

    it('ends a run once', async () => {
      const { runs, principal, create } = await setUp();
      const { id } = await create();
      await runs.end({ runId: id }, outcome('completed', 'final'));
      const ended = await runs.get(principal, id);
      await expect(runs.end({ runId: id }, outcome('failed', 'model_error'))).rejects.toMatchObject({
        code: 'CONFLICT',
      });
      expect(await runs.get(principal, id)).toEqual(ended);
    });

    it('numbers events 1, 2, 3 … without gaps', async () => {
      const { runs, create } = await setUp();
      const { id } = await create();
      expect(await runs.appendEvents({ runId: id }, [])).toBe(0);
      expect(await runs.appendEvents({ runId: id }, [{ type: 'run_started', model: 'm' }])).toBe(1);
      expect(await runs.appendEvents({ runId: id }, [content('a'), content('b')])).toBe(3);
      expect(await runs.appendEvents({ runId: id }, [])).toBe(3);
      const events = await runs.listEvents(id, { after: 0, limit: 100 });
      expect(events).toMatchObject([
        { runId: id, sequence: 1, event: { type: 'run_started', model: 'm' } },
        { runId: id, sequence: 2, event: content('a') },
        { runId: id, sequence: 3, event: content('b') },
      ]);
    });

    it('numbers the events of each run separately, and without gaps when writers are concurrent', async () => {
      const { runs, create } = await setUp();
      const [one, two] = [await create(), await create()];
      const writes = Array.from({ length: 10 }, (_, index) =>
        Promise.all([
          runs.appendEvents({ runId: one.id }, [content(`${index}`), content(`${index}`)]),
          runs.appendEvents({ runId: two.id }, [content(`${index}`)]),
        ]),
      );
      await Promise.all(writes);
      for (const [id, count] of [
        [one.id, 20],
        [two.id, 10],
      ] as const) {
        const events = await runs.listEvents(id, { after: 0, limit: 100 });
        expect(events.map(({ sequence }) => sequence)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
      }
    });

    it('lists events after a sequence number, up to a limit', async () => {
      const { runs, create } = await setUp();
      const { id } = await create();
      await runs.appendEvents({ runId: id }, [content('1'), content('2'), content('3'), content('4')]);
      const sequences = async (after: number, limit: number) =>
        (await runs.listEvents(id, { after, limit })).map(({ sequence }) => sequence);
      expect(await sequences(1, 2)).toEqual([2, 3]);
      expect(await sequences(3, 10)).toEqual([4]);
      expect(await sequences(4, 10)).toEqual([]);
      expect(await sequences(2 ** 40, 10)).toEqual([]);
      expect(await runs.listEvents(newId(), { after: 0, limit: 1 })).toEqual([]);
      expect(await runs.listEvents('no-id', { after: 0, limit: 1 })).toEqual([]);
    });

    it('returns events exactly, including the order of keys and awkward characters', async () => {
      const { runs, create } = await setUp();
      const { id } = await create();
      const text = 'NUL \0, lone \ud800 surrogate, 😀, \u2028, "quotes", \\u0000';
      const events: RunEvent[] = [
        { type: 'content', turn: 0, deltas: [text, '', ' '] },
        { type: 'tool_call', turn: 0, toolCallId: 'c', name: 'x', input: { zebra: text, a: [1e21, -0.5, null, {}] } },
        {
          type: 'tool_result',
          turn: 0,
          toolCallId: 'c',
          name: 'x',
          output: text,
          isError: true,
          durationMs: 0.25,
          clientEvents: [{ type: 'preview', data: { z: text, a: 1 } }],
        },
        {
          type: 'run_ended',
          status: 'failed',
          stopReason: 'model_error',
          usage: noUsage,
          error: { code: 'X', message: text },
        },
      ];
      await runs.appendEvents({ runId: id }, events);
      const stored = await runs.listEvents(id, { after: 0, limit: 10 });
      expect(stored.map(({ event }) => JSON.stringify(event))).toEqual(events.map((event) => JSON.stringify(event)));
    });

    it('ends a log with its run', async () => {
      const { runs, create } = await setUp();
      const { id } = await create();
      expect(await runs.findLogHead(id)).toEqual({ lastSequence: 0, isComplete: false, isDeleted: false });
      await runs.appendEvents({ runId: id }, [content('a')]);
      await runs.end({ runId: id }, outcome('completed', 'final'));
      await expect(runs.appendEvents({ runId: id }, [content('b')])).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await runs.findLogHead(id)).toEqual({ lastSequence: 1, isComplete: true, isDeleted: false });
      expect(await runs.findLogHead(newId())).toBeUndefined();
      expect(await runs.findLogHead('no-id')).toBeUndefined();
    });

    it('deletes the events of runs that ended long ago, and nothing else', async () => {
      const { runs, principal, create } = await setUp();
      const [ended, going] = [await create(), await create()];
      for (const { id } of [ended, going]) await runs.appendEvents({ runId: id }, [content('a')]);
      await runs.end({ runId: ended.id }, outcome('completed', 'final'));
      while ((await runs.deleteOldEvents({ olderThanDays: 1, limit: 100 })) > 0);
      expect(await runs.listEvents(ended.id, { after: 0, limit: 9 })).toHaveLength(1);
      while ((await runs.deleteOldEvents({ olderThanDays: 0, limit: 1 })) > 0);
      expect(await runs.listEvents(ended.id, { after: 0, limit: 9 })).toEqual([]);
      expect(await runs.findLogHead(ended.id)).toEqual({ lastSequence: 1, isComplete: true, isDeleted: true });
      expect(await runs.get(principal, ended.id)).toMatchObject({ status: 'completed' });
      expect(await runs.listEvents(going.id, { after: 0, limit: 9 })).toHaveLength(1);
    });

    it.each([newId(), 'no-id'])('answers NOT_FOUND when the run %s is written to', async (id) => {
      const { runs } = await setUp();
      await expect(runs.appendEvents({ runId: id }, [content('x')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(runs.end({ runId: id }, outcome('completed', 'final'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });
  });
}

function content(text: string): RunEvent {
  return { type: 'content', turn: 0, deltas: [text] };
}

function outcome(status: RunEnd['status'], stopReason: StopReason): RunEnd {
  return { status, stopReason, usage: noUsage, errorCode: null, errorMessage: null };
}
