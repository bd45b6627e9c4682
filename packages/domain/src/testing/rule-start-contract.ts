import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { startDueRules } from '../use-cases/start-due-rules.ts';
import { startRule } from '../use-cases/start-rule.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createRuleDefinition, matchAll, setUpRules, tasks } from './set-up-rules.ts';

const hourMs = 3_600_000;

/** Runs the contract of every `RuleTimerStore`, and of manual starts. */
export function ruleStartContract(open: OpenDatabase): void {
  describe('Starts of rules', () => {
    const database = useDatabase(open);
    const setUp = () => setUpRules(database().unitOfWork);
    const schedule = { cron: '0 * * * *', timeZone: 'UTC' };
    const hourly = { trigger: 'scheduled', triggerConditions: [], schedule } as const;

    it('starts a due rule once for all missed times, in one of several processes', async () => {
      const { unitOfWork, createRule, executionsOf } = await setUp();
      const rule = await createRule(hourly);
      const findDue = () => unitOfWork.stores.ruleEvents.findDue();
      await startDueRules(unitOfWork);
      await matchAll(unitOfWork);
      expect(await executionsOf(rule)).toEqual([]);
      const beforeHour = await findDue();
      expect(beforeHour).toMatchObject({ events: false, starts: false });
      expect(beforeHour.nextInMs).toBeGreaterThanOrEqual(0);
      expect(beforeHour.nextInMs).toBeLessThanOrEqual(hourMs);
      await unitOfWork.stores.ruleTimers.settle(rule.id, new Date(Date.now() - 3 * hourMs));
      expect(await findDue()).toEqual({ events: false, starts: true, nextInMs: null });
      const turns = await Promise.all([1, 2, 3].map(() => startDueRules(unitOfWork)));
      expect(turns.flatMap(({ failures }) => failures)).toEqual([]);
      expect(await findDue()).toEqual({ events: true, starts: false, nextInMs: null });
      await matchAll(unitOfWork);
      const [execution, ...more] = await executionsOf(rule);
      expect(more).toEqual([]);
      expect(execution).toMatchObject({
        status: 'queued',
        event: {
          trigger: 'scheduled',
          entity: tasks,
          row: { scheduled_at: expect.stringMatching(/:00:00.000Z$/), missed_starts: expect.toBeOneOf([2, 3]) },
        },
      });
    });

    it('starts no rule that is inactive, removed, or has other times since', async () => {
      const { unitOfWork, principal, createRule, executionsOf } = await setUp();
      const { rules, ruleTimers } = unitOfWork.stores;
      const past = new Date(Date.now() - hourMs);
      const [disabled, changed, removed] = [
        await createRule(hourly),
        await createRule(hourly),
        await createRule(hourly),
      ];
      for (const { id } of [disabled, changed, removed]) await ruleTimers.settle(id, past);
      const update = (id: string, overrides: object) =>
        rules.update(principal, id, { definition: createRuleDefinition({ ...hourly, ...overrides }), baseRevision: 1 });
      await update(disabled.id, { isActive: false });
      await update(changed.id, { schedule: { ...schedule, cron: '30 * * * *' } });
      await rules.remove(principal, removed.id);
      await startDueRules(unitOfWork);
      await matchAll(unitOfWork);
      expect([...(await executionsOf(disabled)), ...(await executionsOf(changed))]).toEqual([]);
    });

    it('starts the other rules when one cannot be started, which stays due', async () => {
      const { unitOfWork, createRule, executionsOf } = await setUp();
      const [broken, good] = [await createRule({ ...hourly, schedule: undefined }), await createRule(hourly)];
      const past = new Date(Date.now() - hourMs);
      for (const { id } of [broken, good]) await unitOfWork.stores.ruleTimers.settle(id, past);
      const { failures } = await startDueRules(unitOfWork);
      expect(failures.map(({ ruleId }) => ruleId)).toContain(broken.id);
      await matchAll(unitOfWork);
      expect(await executionsOf(good)).toHaveLength(1);
      await unitOfWork.transaction((stores) =>
        stores.rules.remove({ ...broken, userId: broken.ownerUserId, via: 'local' }, broken.id),
      );
    });

    it('starts a manual rule for a row with values, and refuses others', async () => {
      const { unitOfWork, principal, colleague, stranger, createRule, createTask, executionsOf } = await setUp();
      const manual = { trigger: 'manual' } as const;
      const rule = await createRule(manual);
      const entityKey = await createTask();
      const start = (ruleId: string, by = principal, values: Parameters<typeof startRule>[2]['values'] = {}) =>
        unitOfWork.transaction((stores) => startRule(stores, by, { ruleId, entityKey, values }));
      const id = await start(rule.id, colleague, { status: 'late' });
      expect(await executionsOf(rule)).toMatchObject([
        {
          id,
          ownerUserId: principal.userId,
          depth: 1,
          event: { trigger: 'manual', entityKey, userId: colleague.userId, row: { title: 'Pack', status: 'late' } },
        },
      ]);
      await expect(start(rule.id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(start(rule.id, { ...principal, scope: { workspaceId: newId() } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
      const refused = { code: 'CONFLICT' };
      for (const overrides of [{}, { ...manual, isActive: false }]) {
        await expect(start((await createRule(overrides)).id)).rejects.toMatchObject(refused);
      }
      await expect(start(rule.id, principal, { stat: 'x' })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('status'),
      });
      await matchAll(unitOfWork);
      expect(await executionsOf(rule)).toHaveLength(1);
    });
  });
}
