import { noUsage } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { RunListing, RunQuery } from '../run/run-listing.ts';
import type { RunCount } from '../run/run-store.ts';
import type { RunRetry } from '../run/run-retry.ts';
import { requireConversationRun } from '../run/run.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestRun } from './create-test-run.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';
import { newTestWorkspace } from './new-test-workspace.ts';

/** Runs the contract of the caller's run list for every `RunStore`. */
export function runListContract(open: OpenDatabase): void {
  describe('RunStore.list', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const { runs, workspaces } = unitOfWork.stores;
      const workspace = await workspaces.create(principal, newTestWorkspace());
      const create = (workspaceId: string | null = null) => createTestRun(unitOfWork, principal, workspaceId);
      const ended = [await create(), await create(workspace.id)] as const;
      await runs.end({ runId: ended[0] }, { ...end, status: 'completed', stopReason: 'final' });
      await runs.end({ runId: ended[1] }, { ...end, status: 'failed', stopReason: 'model_error' });
      const waiting = await create(workspace.id);
      const lease = { runId: waiting, owner: newId() };
      await runs.claim(waiting, { owner: lease.owner, seconds: 60 });
      await runs.release(lease, 'waiting');
      const queued = await create();
      const list = async (query: Partial<RunQuery> = {}, by = principal) =>
        (await runs.list(by, { limit: 10, ...query })).map(({ run }) => run.id);
      return { unitOfWork, tenant, principal, workspace, ids: [queued, waiting, ended[1], ended[0]] as const, list };
    }

    it('returns the newest first, a page at a time', async () => {
      const { ids, list } = await setUp();
      expect(await list()).toEqual(ids);
      expect(await list({ limit: 3 })).toEqual(ids.slice(0, 3));
      expect(await list({ limit: 3, before: ids[2] })).toEqual(ids.slice(3));
      expect(await list({ before: ids[3] })).toEqual([]);
    });

    it('counts active runs and those that ended within the last hour, of all organizations, by kind and status', async () => {
      const { unitOfWork } = database();
      const before = await unitOfWork.stores.runs.countByState();
      await setUp();
      const countOf = (counts: readonly RunCount[], status: string) =>
        counts.find((each) => each.kind === 'answer' && each.status === status)?.count ?? 0;
      const after = await unitOfWork.stores.runs.countByState();
      const added = ['queued', 'running', 'waiting', 'completed', 'failed'].map(
        (status) => countOf(after, status) - countOf(before, status),
      );
      expect(added).toEqual([1, 0, 1, 1, 1]);
    });

    it('filters by status, by active runs, and by workspace', async () => {
      const { ids, workspace, list } = await setUp();
      const [queued, waiting, failed, completed] = ids;
      expect(await list({ status: 'active' })).toEqual([queued, waiting]);
      expect(await list({ status: 'completed' })).toEqual([completed]);
      expect(await list({ status: 'running' })).toEqual([]);
      expect(await list({ workspaceId: workspace.id })).toEqual([waiting, failed]);
      expect(await list({ workspaceId: workspace.id, status: 'failed' })).toEqual([failed]);
      expect(await list({ workspaceId: newId() })).toEqual([]);
      for (const query of [{ workspaceId: 'no-id' }, { before: "'; drop table run; --" }]) {
        expect(await list(query)).toEqual([]);
      }
    });

    it('returns the titles of the conversation and the workspace', async () => {
      const { unitOfWork, principal, workspace } = await setUp();
      const { runs, conversations } = unitOfWork.stores;
      const [listed] = await runs.list(principal, { workspaceId: workspace.id, limit: 1 });
      await conversations.setTitle(principal, listed?.run.conversationId ?? '', 'Three replicas');
      expect(await runs.list(principal, { limit: 2 })).toMatchObject([
        { conversationTitle: null, workspaceName: null },
        { conversationTitle: 'Three replicas', workspaceName: workspace.name },
      ]);
    });

    it('returns no runs of other users', async () => {
      const { unitOfWork, tenant, principal, workspace, ids, list } = await setUp();
      const [, waiting, failed] = ids;
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const colleague = await createTestColleague(unitOfWork, tenant);
      for (const by of [stranger, colleague]) {
        expect([await list({}, by), await list({ workspaceId: workspace.id }, by)]).toEqual([[], []]);
      }
      expect(await list({}, { ...principal, scope: { workspaceId: workspace.id } })).toEqual([waiting, failed]);
      expect(await list({}, { ...principal, scope: { runId: waiting } })).toEqual([waiting]);
    });

    it('copies the first turns to a retry, without their cost', async () => {
      const { unitOfWork, principal } = await setUp();
      const { runs } = unitOfWork.stores;
      const earlier = await createTestRun(unitOfWork, principal);
      const { conversationId } = requireConversationRun(await runs.get(principal, earlier));
      const lease = { runId: earlier, owner: newId() };
      await runs.claim(earlier, { owner: lease.owner, seconds: 60 });
      for (const turn of [0, 1]) {
        const call = { toolCallId: `call_${turn}`, turn, name: 'x', input: { turn } } as const;
        await runs.saveStep(lease, { ...step, turn });
        await runs.beginToolCall(lease, { ...call, effect: 'write', idempotent: false });
        const part = { type: 'tool_result', id: call.toolCallId, name: 'x', output: 'ok', isError: false } as const;
        await runs.endToolCall(lease, { ...call, result: { part, durationMs: 1, clientEvents: [] } });
        await runs.saveStepAnswers(lease, { turn, message: { role: 'tool', content: [part] } });
      }
      const retryOf = { runId: earlier, keptTurns: 1 };
      const { id } = await runs.create(principal, {
        id: newId(),
        conversationId,
        workspaceId: null,
        model: 'm',
        retryOf,
      });
      await runs.keepTurns(id, retryOf);
      const [first] = await runs.listSteps(earlier);
      expect(await runs.listSteps(id)).toEqual([{ ...first, usage: noUsage, costUsd: 0 }]);
      const [call] = await runs.listToolCalls(earlier);
      expect(await runs.listToolCalls(id)).toEqual([{ ...call, runId: id }]);
      expect(await runs.listSteps(earlier)).toHaveLength(2);
      expect(await runs.get(principal, id)).toMatchObject({ retryOf });
      const list = async (retry: RunRetry) => (await runs.list(principal, { retryOf: retry, limit: 9 })).map(idOf);
      expect(await list(retryOf)).toEqual([id]);
      for (const other of [{ keptTurns: 0 }, { runId: id }, { runId: 'no-id' }]) {
        expect(await list({ ...retryOf, ...other })).toEqual([]);
      }

      await runs.claim(id, { owner: newId(), seconds: 60 });
      await expect(runs.keepTurns(id, retryOf)).rejects.toMatchObject({ code: 'CONFLICT' });
    });
  });
}

const idOf = ({ run }: RunListing): string => run.id;
const end = { usage: noUsage, errorCode: null, errorMessage: null } as const;
const step = {
  model: 'm',
  finish: 'tool_calls',
  usage: { ...noUsage, inputTokens: 9 },
  costUsd: 0.5,
  messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Let me see.' }] }],
  durationMs: 10,
} as const;
