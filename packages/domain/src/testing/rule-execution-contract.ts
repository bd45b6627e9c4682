import { noUsage, type Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { matchEvents } from '../use-cases/match-events.ts';
import type { NewRuleStep } from '../workflow/execution/rule-execution.ts';
import { maxEventAttempts, maxRuleDepth } from '../workflow/execution/rule-event.ts';
import type { Rule, RuleDefinition } from '../workflow/rule.ts';
import { toValueText } from '../workflow/template/template-filters.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const tasks = 'core.tasks';
const page = { offset: 0, limit: 50 };

const definition = (overrides: Partial<RuleDefinition>): RuleDefinition => ({
  name: newId(),
  description: '',
  isActive: true,
  entity: tasks,
  trigger: 'on_update',
  triggerConditions: [{ field_name: 'status', operator: 'changed_to', value: 'done' }],
  actions: [],
  edges: [],
  ...overrides,
});

/** Runs the contract of every `RuleEventStore` and `RuleExecutionStore`, and of matching. */
export function ruleExecutionContract(open: OpenDatabase): void {
  describe('Events and executions of rules', () => {
    const database = useDatabase(open);
    const missing = { code: 'NOT_FOUND' };

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const colleague = await createTestColleague(unitOfWork, tenant);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { rules, entityRows, ruleEvents, ruleExecutions, runs } = unitOfWork.stores;
      const createRule = (overrides: Partial<RuleDefinition> = {}, owner: Principal = principal) =>
        rules.create(owner, { id: newId(), definition: definition(overrides) });
      const createTask = async () => {
        const row = await entityRows.create(principal, tasks, {
          values: { title: 'Pack', status: 'open', priority: 'low' },
        });
        return toValueText(row['id'] ?? null);
      };
      const setStatus = (key: string, status: string, depth?: number) =>
        entityRows.update(principal, tasks, {
          key,
          values: { status },
          ...(depth !== undefined && { cause: { executionId: newId(), depth } }),
        });
      const executionsOf = ({ id }: Rule) => ruleExecutions.listForRule(principal, id, page);
      /** Begins an execution and claims its run. */
      async function begin() {
        const rule = await createRule();
        await setStatus(await createTask(), 'done');
        await matchAll(unitOfWork);
        const [execution] = await executionsOf(rule);
        const { id = '' } = execution ?? {};
        const owner = newId();
        await runs.claim(id, { owner, seconds: 60 });
        return { id, rule, lease: { runId: id, owner } };
      }
      return {
        unitOfWork,
        entityRows,
        ruleEvents,
        ruleExecutions,
        runs,
        principal,
        colleague,
        stranger,
        createRule,
        createTask,
        setStatus,
        executionsOf,
        begin,
      };
    }

    const step = (overrides: Partial<NewRuleStep> = {}): NewRuleStep => ({
      actionId: newId(),
      actionName: 'Ask',
      actionType: 'seek_approval',
      status: 'completed',
      attempt: 1,
      input: { title: 'x' },
      output: { ok: true },
      port: 'success',
      error: null,
      ...overrides,
    });

    it('begins one execution for each match of a committed change', async () => {
      const { unitOfWork, principal, stranger, createRule, createTask, setStatus, executionsOf } = await setUp();
      const rule = await createRule();
      const second = await createRule();
      const others = [
        await createRule({ isActive: false }),
        await createRule({ trigger: 'on_delete', triggerConditions: [] }),
        await createRule({ entity: 'sales.orders', triggerConditions: [] }),
        await createRule({ triggerConditions: [{ field_name: 'status', operator: 'changed_from', value: 'late' }] }),
      ];
      const foreign = await createRule({ triggerConditions: [] }, stranger);
      const key = await createTask();
      await setStatus(key, 'late');
      await setStatus(key, 'late');
      await setStatus(key, 'open');
      await setStatus(key, 'done');
      await matchAll(unitOfWork);
      await matchAll(unitOfWork);
      for (const matching of [rule, second]) {
        const [execution, ...more] = await executionsOf(matching);
        expect(more).toEqual([]);
        expect(execution).toMatchObject({
          ruleName: matching.name,
          revision: 1,
          ownerUserId: principal.userId,
          status: 'queued',
          depth: 1,
          event: { entity: tasks, entityKey: key, row: { status: 'done' }, before: { status: 'open' } },
        });
      }
      expect((await Promise.all(others.map(executionsOf))).map((list) => list.length)).toEqual([0, 0, 0, 1]);
      const { ruleExecutions } = unitOfWork.stores;
      expect(await ruleExecutions.listForRule(stranger, foreign.id, page)).toEqual([]);
    });

    it('has no event of a change that was rolled back, and none of an update without a change', async () => {
      const { unitOfWork, createRule, createTask, setStatus, executionsOf, principal } = await setUp();
      const rule = await createRule({ triggerConditions: [] });
      const key = await createTask();
      const failing = unitOfWork.transaction(async ({ entityRows }) => {
        await entityRows.update(principal, tasks, { key, values: { status: 'done' } });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await setStatus(key, 'open');
      await matchAll(unitOfWork);
      expect(await executionsOf(rule)).toEqual([]);
    });

    it('matches each event once when processes match at the same time', async () => {
      const { unitOfWork, createRule, createTask, setStatus, executionsOf } = await setUp();
      const rule = await createRule();
      for (let count = 0; count < 10; count += 1) await setStatus(await createTask(), 'done');
      await Promise.all([1, 2, 3].map(() => matchAll(unitOfWork, 3)));
      expect(await executionsOf(rule)).toHaveLength(10);
    });

    it('starts one rule by hand, without its conditions', async () => {
      const { unitOfWork, principal, ruleEvents, createRule, executionsOf } = await setUp();
      const rule = await createRule({ trigger: 'manual' });
      const other = await createRule({ trigger: 'manual' });
      const start = { trigger: 'manual', ruleId: rule.id, entity: tasks, entityKey: 'k', row: { id: 'k' } } as const;
      await ruleEvents.start(principal, start);
      await matchAll(unitOfWork);
      expect(await executionsOf(rule)).toMatchObject([{ event: { trigger: 'manual', userId: principal.userId } }]);
      expect(await executionsOf(other)).toEqual([]);
    });

    it('lists an event as dead after five failures, or at the end of a chain of executions', async () => {
      const { unitOfWork, principal, stranger, ruleEvents, createRule, createTask, setStatus, executionsOf } =
        await setUp();
      const rule = await createRule();
      const key = await createTask();
      await setStatus(key, 'done', maxRuleDepth);
      await matchAll(unitOfWork);
      const [looped] = await ruleEvents.listDead(principal);
      expect(looped).toMatchObject({ entityKey: key, error: expect.stringContaining('loop') });
      expect(await executionsOf(rule)).toEqual([]);
      expect(await ruleEvents.listDead(stranger)).toEqual([]);
      const eventId = looped?.id ?? '';
      await expect(ruleEvents.requeue(stranger, eventId)).rejects.toMatchObject(missing);
      await ruleEvents.requeue(principal, eventId);
      for (let attempt = 1; attempt <= maxEventAttempts; attempt += 1) {
        expect(await ruleEvents.listDead(principal)).toEqual([]);
        await ruleEvents.fail(eventId, { error: 'Broken', isFinal: false });
      }
      expect(await ruleEvents.listDead(principal)).toMatchObject([{ id: eventId, error: 'Broken' }]);
    });

    it('stores the steps of an execution for its lease only', async () => {
      const { ruleExecutions, principal, colleague, stranger, begin } = await setUp();
      const { id, rule, lease } = await begin();
      const first = step();
      await ruleExecutions.saveStep(lease, { ...first, status: 'running', port: null, output: null });
      await ruleExecutions.saveStep(lease, first);
      await ruleExecutions.saveStep(lease, step({ status: 'waiting', port: null, wakeInMs: 60_000 }));
      const lost = ruleExecutions.saveStep({ runId: id, owner: newId() }, step());
      await expect(lost).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'lease_lost' } });
      const { steps } = await ruleExecutions.get(colleague, id);
      expect(steps).toMatchObject([
        { ...first, wakesInMs: null, endedAt: expect.any(Date) },
        { status: 'waiting', port: null, wakesInMs: expect.any(Number), endedAt: null },
      ]);
      const stored = await ruleExecutions.getDefinition(principal, id);
      expect(stored.name).toBe(rule.name);
      for (const outsider of [stranger, { ...principal, scope: { workspaceId: newId() } }]) {
        await expect(ruleExecutions.get(outsider, id)).rejects.toMatchObject(missing);
        await expect(ruleExecutions.getDefinition(outsider, id)).rejects.toMatchObject(missing);
      }
    });

    it('takes the decision of each approver once and queues the run', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, colleague, stranger, begin } = await setUp();
      const { id, rule, lease } = await begin();
      const asked = step({
        status: 'waiting',
        port: null,
        wakeInMs: 60_000,
        approvers: [colleague.userId, stranger.userId],
      });
      await ruleExecutions.saveStep(lease, asked);
      await runs.release(lease, { wakeInMs: 60_000 });
      expect(await ruleExecutions.listApprovals(principal)).toEqual([]);
      expect(await ruleExecutions.listApprovals(colleague)).toMatchObject([
        { executionId: id, ruleName: rule.name, actionName: 'Ask', input: { title: 'x' }, row: { status: 'done' } },
      ]);
      const decide = (by: Principal) =>
        unitOfWork.transaction((stores) =>
          stores.ruleExecutions.decide(by, { executionId: id, actionId: asked.actionId, decision: 'approved' }),
        );
      for (const outsider of [principal, stranger]) await expect(decide(outsider)).rejects.toMatchObject(missing);
      await decide(colleague);
      expect(await runs.get(principal, id)).toMatchObject({ status: 'queued' });
      await expect(decide(colleague)).rejects.toMatchObject({ code: 'CONFLICT' });
      const { steps } = await ruleExecutions.get(principal, id);
      expect(steps[0]?.approvers).toMatchObject([{ userId: colleague.userId, decision: 'approved' }]);
      expect(await ruleExecutions.listApprovals(colleague)).toEqual([]);
    });

    it('refuses a decision once the run has ended', async () => {
      const { unitOfWork, ruleExecutions, runs, principal, colleague, begin } = await setUp();
      const { id, lease } = await begin();
      const asked = step({ status: 'waiting', port: null, wakeInMs: 60_000, approvers: [colleague.userId] });
      await ruleExecutions.saveStep(lease, asked);
      await runs.end(lease, {
        status: 'cancelled',
        stopReason: 'aborted',
        usage: noUsage,
        errorCode: null,
        errorMessage: null,
      });
      const decision = { executionId: id, actionId: asked.actionId, decision: 'approved' } as const;
      const deciding = unitOfWork.transaction((stores) => stores.ruleExecutions.decide(colleague, decision));
      await expect(deciding).rejects.toMatchObject({ code: 'CONFLICT' });
      const { steps } = await ruleExecutions.get(principal, id);
      expect(steps[0]?.approvers).toMatchObject([{ decision: null }]);
    });
  });
}

/** Matches until no event is left that is due. */
async function matchAll(unitOfWork: UnitOfWork, limit = 20): Promise<void> {
  for (let events = 1; events > 0; ) ({ events } = await matchEvents(unitOfWork, limit));
}
