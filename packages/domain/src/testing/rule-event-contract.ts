import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { maxEventAttempts, maxRuleDepth } from '../workflow/execution/rule-event.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createRuleDefinition, matchAll, setUpRules, tasks } from './set-up-rules.ts';

const page = { offset: 0, limit: 50 };

/** Runs the contract of every `RuleEventStore`, and of matching. */
export function ruleEventContract(open: OpenDatabase): void {
  describe('RuleEventStore', () => {
    const database = useDatabase(open);
    const setUp = () => setUpRules(database().unitOfWork);
    const missing = { code: 'NOT_FOUND' };

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

    it('matches with rules as they are when the event is taken', async () => {
      const { unitOfWork, principal, createRule, createTask, setStatus, executionsOf } = await setUp();
      const { rules } = unitOfWork.stores;
      const rule = await createRule();
      const finish = async () => {
        await setStatus(await createTask(), 'done');
        await matchAll(unitOfWork);
      };
      await finish();
      const change = (overrides: Partial<RuleDefinition>, baseRevision: number) =>
        rules.update(principal, rule.id, {
          baseRevision,
          definition: createRuleDefinition({ name: rule.name, ...overrides }),
        });
      await change({ isActive: false }, 1);
      await finish();
      await change({ triggerConditions: [{ field_name: 'status', operator: 'equals', value: 'late' }] }, 2);
      await finish();
      await change({ triggerConditions: [], entity: 'sales.orders' }, 3);
      await finish();
      expect(await executionsOf(rule)).toHaveLength(1);
      await change({ triggerConditions: [{ field_name: 'status', operator: 'equals', value: 'done' }] }, 4);
      await finish();
      expect(await executionsOf(rule)).toMatchObject([{ revision: 5 }, { revision: 1 }]);
      await rules.remove(principal, rule.id);
      await finish();
      const later = await createRule();
      await finish();
      expect(await executionsOf(later)).toHaveLength(1);
    });

    it('begins no execution for an owner who is not a member', async () => {
      const { unitOfWork, ruleExecutions, colleague, stranger, createRule, createTask, setStatus, executionsOf } =
        await setUp();
      const [matched, other] = [await createRule(), await createRule({ isActive: false })];
      await setStatus(await createTask(), 'done');
      await matchAll(unitOfWork);
      const [execution] = await executionsOf(matched);
      const beginFor = ({ userId: ownerUserId }: Principal) =>
        ruleExecutions.begin([
          {
            id: newId(),
            organizationId: other.organizationId,
            ownerUserId,
            ruleId: other.id,
            revision: 1,
            eventId: execution?.event.id ?? '',
            depth: 1,
          },
        ]);
      expect(await beginFor(stranger)).toBe(0);
      expect(await beginFor(colleague)).toBe(1);
    });

    it('deletes old events, except those that executions, retries or people need', async () => {
      const { unitOfWork, principal, ruleEvents, createRule, createTask, setStatus, executionsOf } = await setUp();
      const rule = await createRule();
      const key = await createTask();
      await setStatus(key, 'done');
      await setStatus(key, 'late', maxRuleDepth);
      await matchAll(unitOfWork);
      await setStatus(key, 'open');
      const deleteAll = (olderThanDays: number) => ruleEvents.deleteOld({ olderThanDays, limit: 100 });
      expect(await deleteAll(1)).toBe(0);
      // Of the test's events, only the creation of the task was matched and started nothing.
      expect(await deleteAll(0)).toBeGreaterThanOrEqual(1);
      expect(await deleteAll(0)).toBe(0);
      expect(await executionsOf(rule)).toHaveLength(1);
      expect(await ruleEvents.listDead(principal, page)).toMatchObject({ total: 1 });
      const waiting = await createRule({
        triggerConditions: [{ field_name: 'status', operator: 'changed_to', value: 'open' }],
      });
      await matchAll(unitOfWork);
      expect(await executionsOf(waiting)).toHaveLength(1);
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
      const listDead = async () => (await ruleEvents.listDead(principal, page)).events;
      const [looped] = await listDead();
      expect(looped).toMatchObject({ entityKey: key, error: expect.stringContaining('loop') });
      expect(await executionsOf(rule)).toEqual([]);
      expect(await ruleEvents.listDead(stranger, page)).toEqual({ events: [], total: 0 });
      const eventId = looped?.id ?? '';
      await expect(ruleEvents.requeue(stranger, eventId)).rejects.toMatchObject(missing);
      expect(await ruleEvents.requeue(stranger)).toBe(0);
      expect(await ruleEvents.requeue(principal, eventId)).toBe(1);
      for (let attempt = 1; attempt <= maxEventAttempts; attempt += 1) {
        expect(await listDead()).toEqual([]);
        await ruleEvents.fail(eventId, { error: 'Broken', isFinal: false });
      }
      expect(await ruleEvents.listDead(principal, page)).toMatchObject({
        events: [{ id: eventId, error: 'Broken', depth: 0 }],
        total: 1,
      });
      // A person's retry begins another chain, so that the event is matched.
      expect(await ruleEvents.requeue(principal)).toBe(1);
      await matchAll(unitOfWork);
      expect(await executionsOf(rule)).toHaveLength(1);
      await expect(ruleEvents.discard(principal, eventId)).rejects.toMatchObject(missing);
    });
  });
}
