import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { changeSpendLimits } from '../use-cases/change-spend-limits.ts';
import { requireAllowance } from '../use-cases/require-allowance.ts';
import type { SpendLimit, SpendLimits } from '../spend/spend-limit.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const none: SpendLimit = { tokens: null, costUsd: null };
const unlimited: SpendLimits = { organization: { day: none, month: none }, user: { day: none, month: none } };
const priced = { model: 'test:model', isPriced: true };

interface TestTurn {
  readonly inputTokens: number;
  readonly costUsd: number | null;
  readonly model?: string;
}

/** Runs the contract of every `SpendStore`, with the `RunStore` that counts for it. */
export function spendStoreContract(open: OpenDatabase): void {
  describe('SpendStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { stores } = unitOfWork;

      /** Creates a run that accepts writes. */
      async function createRun(principal: Principal) {
        const conversation = { id: newId(), workspaceId: null, contextType: 'tables' } as const;
        await stores.conversations.create(principal, conversation);
        const lease = { runId: newId(), owner: newId() };
        await stores.runs.create(principal, {
          id: lease.runId,
          conversationId: conversation.id,
          workspaceId: null,
          model: 'test:model',
          lease: { owner: lease.owner, seconds: 60 },
        });
        const save = (turn: number, { inputTokens, costUsd, model = 'test:model' }: TestTurn) =>
          stores.runs.saveStep(lease, {
            turn,
            model,
            finish: 'stop',
            usage: { ...noUsage, inputTokens, outputTokens: 1 },
            costUsd,
            messages: [],
            durationMs: 5,
          });
        return { lease, save, conversationId: conversation.id };
      }

      return { unitOfWork, ...stores, tenant, principal: tenant.principal, createRun };
    }

    it('stores limits, large ones too, for the organization that set them', async () => {
      const { unitOfWork, spend, principal } = await setUp();
      expect(await spend.getLimits(principal)).toEqual(unlimited);
      const limits: SpendLimits = {
        organization: { day: { tokens: 5_000_000_000, costUsd: null }, month: { tokens: null, costUsd: 99.5 } },
        user: { day: none, month: { tokens: 7, costUsd: 0.25 } },
      };
      await spend.setLimits(principal, { ...limits, user: unlimited.user });
      await spend.setLimits(principal, limits);
      expect(await spend.getLimits(principal)).toEqual(limits);
      const stranger = await createTestTenant(unitOfWork);
      expect(await spend.getLimits(stranger.principal)).toEqual(unlimited);
      expect(await spend.listLimitedWindows(stranger.principal)).toEqual([]);
    });

    it('merges the usage of ended runs without a change of records and windows', async () => {
      const { unitOfWork, spend, principal, createRun, runs, conversations } = await setUp();
      const [deleted, active] = [await createRun(principal), await createRun(principal)];
      await deleted.save(0, { inputTokens: 10, costUsd: 0.5 });
      await deleted.save(1, { inputTokens: 20, costUsd: null });
      await active.save(0, { inputTokens: 40, costUsd: 0.25 });
      await spend.count(principal, { model: 'test:model', inputTokens: 100, outputTokens: 0, costUsd: 1 });
      const read = async () => [await spend.listRecords(principal, {}), await spend.listWindows(principal)];
      const before = await read();
      await conversations.remove(principal, deleted.conversationId);
      expect(await spend.mergeRuns({ limit: 1_000 })).toBeGreaterThanOrEqual(1);
      expect(await read()).toEqual(before);
      await active.save(0, { inputTokens: 41, costUsd: 0.25 });
      await runs.end(active.lease, {
        status: 'completed',
        stopReason: 'final',
        usage: { ...noUsage, inputTokens: 41, outputTokens: 1 },
        costUsd: 0.25,
        errorCode: null,
        errorMessage: null,
      });
      // A run that has just ended keeps its rows.
      await spend.mergeRuns({ limit: 1_000 });
      const [record] = await spend.listRecords(principal, {});
      expect(record).toMatchObject({ inputTokens: 171, outputTokens: 3, costUsd: 1.75, unpricedTokens: 21 });
      await unitOfWork.transaction((stores) => stores.spend.mergeRuns({ limit: 1 }));
    });

    it('counts turns for the organization and for each user, by model and day', async () => {
      const { unitOfWork, spend, tenant, principal, createRun } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const own = await createRun(principal);
      await own.save(0, { inputTokens: 100, costUsd: 0.5 });
      await own.save(1, { inputTokens: 50, costUsd: null, model: 'test:unpriced' });
      await (await createRun(colleague)).save(0, { inputTokens: 10, costUsd: 0.25 });

      const day = new Date().toISOString().slice(0, 10);
      const windows = await spend.listWindows(principal);
      const all = { tokens: 163, costUsd: 0.75, unpricedTokens: 51 };
      const mine = { tokens: 152, costUsd: 0.5, unpricedTokens: 51 };
      expect(windows.map(({ scope, period, spent, limit }) => ({ scope, period, spent, limit }))).toEqual([
        { scope: 'organization', period: 'day', spent: all, limit: none },
        { scope: 'organization', period: 'month', spent: all, limit: none },
        { scope: 'user', period: 'day', spent: mine, limit: none },
        { scope: 'user', period: 'month', spent: mine, limit: none },
      ]);
      const [today, month] = windows.map(({ resetsAt }) => resetsAt);
      expect(today).toEqual(new Date(Date.parse(day) + 86_400_000));
      expect(month?.toISOString()).toMatch(/-01T00:00:00\.000Z$/);

      const name = tenant.user.name;
      expect(await spend.listRecords(principal, {})).toEqual([
        {
          day,
          userId: principal.userId,
          userName: name,
          model: 'test:model',
          inputTokens: 100,
          outputTokens: 1,
          tokens: 101,
          costUsd: 0.5,
          unpricedTokens: 0,
        },
        {
          day,
          userId: principal.userId,
          userName: name,
          model: 'test:unpriced',
          inputTokens: 50,
          outputTokens: 1,
          tokens: 51,
          costUsd: 0,
          unpricedTokens: 51,
        },
        {
          day,
          userId: colleague.userId,
          userName: expect.any(String),
          model: 'test:model',
          inputTokens: 10,
          outputTokens: 1,
          tokens: 11,
          costUsd: 0.25,
          unpricedTokens: 0,
        },
      ]);
      expect(await spend.listRecords(principal, { userId: colleague.userId })).toHaveLength(1);
      expect(await spend.listRecords(principal, { month: day.slice(0, 7) })).toHaveLength(3);
      expect(await spend.listRecords(principal, { month: '2020-12' })).toEqual([]);
      const stranger = await createTestTenant(unitOfWork);
      expect(await spend.listRecords(stranger.principal, {})).toEqual([]);
    });

    it('counts a turn that is saved again once, and usage outside of turns when the run ends', async () => {
      const { spend, runs, principal, createRun } = await setUp();
      const { lease, save } = await createRun(principal);
      await save(0, { inputTokens: 100, costUsd: 0.5 });
      await save(0, { inputTokens: 100, costUsd: 0.5 });
      await save(0, { inputTokens: 80, costUsd: 0.25 });
      const tokens = async () => (await spend.listWindows(principal))[0]?.spent;
      expect(await tokens()).toEqual({ tokens: 81, costUsd: 0.25, unpricedTokens: 0 });
      await runs.end(lease, {
        status: 'failed',
        stopReason: 'model_error',
        usage: { ...noUsage, inputTokens: 90, outputTokens: 3 },
        costUsd: 0.75,
        errorCode: null,
        errorMessage: null,
      });
      expect(await tokens()).toEqual({ tokens: 93, costUsd: 0.75, unpricedTokens: 0 });
    });

    it('loses no usage of concurrent runs', async () => {
      const { spend, principal, createRun } = await setUp();
      const runs = await Promise.all(Array.from({ length: 8 }, () => createRun(principal)));
      await Promise.all(
        runs.map(async ({ save }) => {
          for (const turn of [0, 1, 2]) await save(turn, { inputTokens: 9, costUsd: 0.25 });
        }),
      );
      expect((await spend.listWindows(principal))[0]?.spent).toEqual({ tokens: 240, costUsd: 6, unpricedTokens: 0 });
    });

    it('counts usage outside of runs', async () => {
      const { spend, principal } = await setUp();
      for (const costUsd of [0.5, null]) {
        await spend.count(principal, { model: 'test:titles', inputTokens: 3, outputTokens: 4, costUsd });
      }
      expect((await spend.listWindows(principal))[3]?.spent).toEqual({ tokens: 14, costUsd: 0.5, unpricedTokens: 7 });
    });

    it('keeps the usage of a deleted conversation', async () => {
      const { spend, conversations, principal, createRun } = await setUp();
      const { save, conversationId } = await createRun(principal);
      await save(0, { inputTokens: 10, costUsd: 1 });
      await conversations.remove(principal, conversationId);
      expect((await spend.listWindows(principal))[0]?.spent).toMatchObject({ tokens: 11, costUsd: 1 });
    });

    it.each([
      ['organization', 'month', { tokens: 11, costUsd: null }],
      ['organization', 'day', { tokens: null, costUsd: 1 }],
      ['user', 'month', { tokens: null, costUsd: 1 }],
      ['user', 'day', { tokens: 11, costUsd: null }],
    ] as const)('refuses a run when the %s has exhausted its limit for a %s: %o', async (scope, period, limit) => {
      const { principal, createRun, ...stores } = await setUp();
      await stores.spend.setLimits(principal, { ...unlimited, [scope]: { ...unlimited[scope], [period]: limit } });
      const { save } = await createRun(principal);
      await save(0, { inputTokens: 9, costUsd: 0.75 });
      await requireAllowance(stores, principal, priced);
      await save(1, { inputTokens: 0, costUsd: 0.25 });
      await expect(requireAllowance(stores, principal, priced)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringContaining(`a ${period}. It resets on 2`),
        details: { reason: 'spend_limit', scope, period, limit: limit.tokens ?? limit.costUsd },
      });
    });

    it('does not count the usage of others against a user', async () => {
      const { unitOfWork, tenant, principal, createRun, ...stores } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      await stores.spend.setLimits(principal, {
        ...unlimited,
        user: { ...unlimited.user, day: { tokens: 5, costUsd: null } },
      });
      await (await createRun(colleague)).save(0, { inputTokens: 9, costUsd: 0 });
      await requireAllowance(stores, principal, priced);
      await expect(requireAllowance(stores, colleague, priced)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
      const [, , limited] = await stores.spend.listWindows(colleague);
      expect(await stores.spend.listLimitedWindows(colleague)).toEqual([limited]);
      expect(limited).toMatchObject({ scope: 'user', period: 'day', spent: { tokens: 10 } });
    });

    it('refuses a model without a price only when a cost is limited', async () => {
      const { principal, ...stores } = await setUp();
      const unpriced = { model: 'test:unpriced', isPriced: false };
      const limit = (limited: SpendLimit) =>
        stores.spend.setLimits(principal, { ...unlimited, user: { ...unlimited.user, month: limited } });
      await limit({ tokens: 5, costUsd: null });
      await requireAllowance(stores, principal, unpriced);
      await limit({ tokens: null, costUsd: 5 });
      await expect(requireAllowance(stores, principal, unpriced)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('test:unpriced'),
      });
      await requireAllowance(stores, principal, priced);
    });

    it('lists tool calls of a month by tool and model, with errors, repeats and estimated tokens', async () => {
      const { unitOfWork, tenant, principal, spend, runs, createRun } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const call = async (
        lease: { readonly runId: string; readonly owner: string },
        [id, turn, path]: readonly [string, number, string],
        outcome: { readonly output: string; readonly isError: boolean },
      ) => {
        const input = { path };
        const begun = { toolCallId: id, turn, name: 'look', input, effect: 'read', idempotent: true } as const;
        await runs.beginToolCall(lease, begun);
        const part = { type: 'tool_result', id, name: 'look', ...outcome } as const;
        await runs.endToolCall(lease, { turn, input, result: { part, durationMs: 1, clientEvents: [] } });
      };
      const own = await createRun(principal);
      await own.save(0, { inputTokens: 1, costUsd: 0, model: 'first:model' });
      await own.save(1, { inputTokens: 1, costUsd: 0, model: 'other:model' });
      await call(own.lease, ['a', 0, 'x'], { output: 'x'.repeat(340), isError: false });
      await call(own.lease, ['b', 0, 'y'], { output: '\u0000'.repeat(34), isError: true });
      await call(own.lease, ['c', 1, 'x'], { output: 'x'.repeat(34), isError: false });
      const others = await createRun(colleague);
      await others.save(0, { inputTokens: 1, costUsd: 0, model: 'other:model' });
      await call(others.lease, ['d', 0, 'x'], { output: 'x'.repeat(34), isError: false });

      const first = { tool: 'look', model: 'first:model', calls: 2, errors: 1, repeats: 0, resultTokens: 110 };
      const other = { tool: 'look', model: 'other:model', calls: 2, errors: 0, repeats: 1, resultTokens: 20 };
      expect(await spend.listToolUsage(principal, {})).toEqual([first, other]);
      const mine = { userId: colleague.userId };
      expect(await spend.listToolUsage(principal, mine)).toEqual([
        { ...other, calls: 1, repeats: 0, resultTokens: 10 },
      ]);
      expect(await spend.listToolUsage(principal, { month: '2020-01' })).toEqual([]);
      const stranger = await createTestTenant(unitOfWork);
      expect(await spend.listToolUsage(stranger.principal, {})).toEqual([]);

      const retryOf = { runId: own.lease.runId, keptTurns: 1 };
      const { conversationId } = own;
      const retry = { id: newId(), conversationId, workspaceId: null, model: 'other:model', retryOf };
      await runs.create(principal, retry);
      await runs.keepTurns(retry.id, retryOf);
      expect(await runs.listToolCalls(retry.id)).toHaveLength(2);
      expect(await spend.listToolUsage(principal, {})).toEqual([first, other]);
    });

    it('lets owners change its limits, and audits it', async () => {
      const { unitOfWork, tenant, principal, spend, audit } = await setUp();
      const colleague = await createTestColleague(unitOfWork, tenant);
      const limits = { ...unlimited, user: { day: none, month: { tokens: 9, costUsd: null } } };
      await expect(changeSpendLimits(unitOfWork, colleague, limits)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await spend.getLimits(principal)).toEqual(unlimited);
      await changeSpendLimits(unitOfWork, principal, limits);
      expect(await spend.getLimits(colleague)).toEqual(limits);
      expect(await audit.list(principal, { limit: 9 })).toMatchObject([
        { kind: 'spend_limits_changed', userId: principal.userId, details: limits },
      ]);
    });
  });
}
