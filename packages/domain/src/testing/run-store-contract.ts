import { describe, expect, it } from 'vitest';
import { noUsage, type StopReason } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { Run } from '../run/run.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
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

/** The tests that every `RunStore` passes. */
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
      const create = (status: 'queued' | 'running' = 'running'): Promise<Run> =>
        runs.create(principal, { id: newId(), conversationId, workspaceId, model: 'demo:scripted', status });
      return { principal, runs, workspaceId, conversationId, create };
    }

    it('makes a run that has spent nothing yet', async () => {
      const { runs, principal, conversationId, workspaceId, create } = await setUp();
      const run = await create('queued');
      expect(run).toMatchObject({
        userId: principal.userId,
        organizationId: principal.organizationId,
        conversationId,
        workspaceId,
        model: 'demo:scripted',
        status: 'queued',
        stopReason: null,
        usage: noUsage,
        errorCode: null,
        errorMessage: null,
        endedAt: null,
      });
      expect(await runs.get(principal, run.id)).toEqual(run);
    });

    it('lists the runs of a conversation, oldest first, whether they ended or not', async () => {
      const { runs, principal, conversationId, create } = await setUp();
      expect(await runs.listForConversation(principal, conversationId)).toEqual([]);
      const older = await create();
      await runs.end(older.id, outcome('completed', 'final'));
      const newer = await create();
      expect(await runs.listForConversation(principal, conversationId)).toMatchObject([
        { id: older.id, status: 'completed' },
        { id: newer.id, status: 'running' },
      ]);
    });

    it('finds the newest run of a conversation that has not ended', async () => {
      const { runs, principal, conversationId, create } = await setUp();
      expect(await runs.findActive(principal, conversationId)).toBeUndefined();
      const older = await create();
      const newer = await create('queued');
      expect(await runs.findActive(principal, conversationId)).toEqual(newer);
      await runs.end(newer.id, outcome('cancelled', 'aborted'));
      expect(await runs.findActive(principal, conversationId)).toEqual(older);
      await runs.end(older.id, outcome('completed', 'final'));
      expect(await runs.findActive(principal, conversationId)).toBeUndefined();
    });

    it.each(stopReasons)('ends a run for the reason %s', async (stopReason) => {
      const { runs, principal, create } = await setUp();
      const { id } = await create();
      const usage = { inputTokens: 9, outputTokens: 8, cacheReadTokens: 7, cacheWriteTokens: 6, reasoningTokens: 5 };
      await runs.end(id, { ...outcome('completed', stopReason), usage });
      const run = await runs.get(principal, id);
      expect(run).toMatchObject({ status: 'completed', stopReason, usage, endedAt: expect.any(Date) });
    });

    it('ends a run with an error, whatever its message holds', async () => {
      const { runs, principal, create } = await setUp();
      const { id } = await create();
      await runs.end(id, {
        ...outcome('failed', 'model_error'),
        errorCode: 'EXTERNAL_API_ERROR',
        errorMessage: 'binary \0 answer',
      });
      expect(await runs.get(principal, id)).toMatchObject({
        status: 'failed',
        errorCode: 'EXTERNAL_API_ERROR',
        errorMessage: 'binary \uFFFD answer',
      });
    });

    it('ends a run once', async () => {
      const { runs, principal, create } = await setUp();
      const { id } = await create();
      await runs.end(id, outcome('completed', 'final'));
      const ended = await runs.get(principal, id);
      await expect(runs.end(id, outcome('failed', 'model_error'))).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await runs.get(principal, id)).toEqual(ended);
    });

    it('numbers events 1, 2, 3 … without gaps', async () => {
      const { runs, create } = await setUp();
      const { id } = await create();
      expect(await runs.appendEvents(id, [])).toBe(0);
      expect(await runs.appendEvents(id, [{ type: 'run_started', model: 'm' }])).toBe(1);
      expect(await runs.appendEvents(id, [content('a'), content('b')])).toBe(3);
      expect(await runs.appendEvents(id, [])).toBe(3);
      const events = await runs.listEvents(id, { after: 0, limit: 100 });
      expect(events).toMatchObject([
        { runId: id, sequence: 1, event: { type: 'run_started', model: 'm' } },
        { runId: id, sequence: 2, event: content('a') },
        { runId: id, sequence: 3, event: content('b') },
      ]);
    });

    it('keeps the numbers of each run apart, and whole even when writers meet', async () => {
      const { runs, create } = await setUp();
      const [one, two] = [await create(), await create()];
      const writes = Array.from({ length: 10 }, (_, index) =>
        Promise.all([
          runs.appendEvents(one.id, [content(`${index}`), content(`${index}`)]),
          runs.appendEvents(two.id, [content(`${index}`)]),
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

    it('reads on after a sequence, at most so many', async () => {
      const { runs, create } = await setUp();
      const { id } = await create();
      await runs.appendEvents(id, [content('1'), content('2'), content('3'), content('4')]);
      const sequences = async (after: number, limit: number) =>
        (await runs.listEvents(id, { after, limit })).map(({ sequence }) => sequence);
      expect(await sequences(1, 2)).toEqual([2, 3]);
      expect(await sequences(3, 10)).toEqual([4]);
      expect(await sequences(4, 10)).toEqual([]);
      expect(await sequences(2 ** 40, 10)).toEqual([]);
      expect(await runs.listEvents(newId(), { after: 0, limit: 1 })).toEqual([]);
      expect(await runs.listEvents('no-id', { after: 0, limit: 1 })).toEqual([]);
    });

    it('gives events back exactly, the order of keys and awkward characters too', async () => {
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
      await runs.appendEvents(id, events);
      const stored = await runs.listEvents(id, { after: 0, limit: 10 });
      expect(stored.map(({ event }) => JSON.stringify(event))).toEqual(events.map((event) => JSON.stringify(event)));
    });

    it.each([newId(), 'no-id'])('answers NOT_FOUND when the run %s is written to', async (id) => {
      const { runs } = await setUp();
      await expect(runs.appendEvents(id, [content('x')])).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(runs.end(id, outcome('completed', 'final'))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('lists the runs that are running, of every tenant, oldest first', async () => {
      const [first, second] = [await setUp(), await setUp()];
      const [one, two] = [await first.create(), await second.create()];
      const [queued, ended] = [await first.create('queued'), await first.create()];
      await first.runs.end(ended.id, outcome('completed', 'final'));
      const ids = (await first.runs.listUnfinished()).map(({ id }) => id);
      expect(ids.filter((id) => [one.id, two.id, queued.id, ended.id].includes(id))).toEqual([one.id, two.id]);
    });
  });
}

function content(text: string): RunEvent {
  return { type: 'content', turn: 0, deltas: [text] };
}

function outcome(status: 'completed' | 'failed' | 'cancelled', stopReason: StopReason) {
  return { status, stopReason, usage: noUsage, errorCode: null, errorMessage: null };
}
