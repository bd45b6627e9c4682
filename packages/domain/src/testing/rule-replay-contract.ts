import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { NewRuleTest } from '../workflow/replay/rule-test-store.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { toValueText } from '../workflow/template/template-filters.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const tasks = 'core.tasks';

const definition: RuleDefinition = {
  name: 'Tidy up',
  description: '',
  isActive: true,
  entity: tasks,
  trigger: 'on_update',
  triggerConditions: [],
  actions: [],
  edges: [],
};

/** Runs the contract of every `RuleTestStore` and `RuleEventHistory`. */
export function ruleReplayContract(open: OpenDatabase): void {
  describe('Saved tests and stored events of rules', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const colleague = await createTestColleague(unitOfWork, tenant);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { rules, entityRows, ruleEvents, ruleEventHistory, ruleTests } = unitOfWork.stores;
      const rule = await rules.create(principal, { id: newId(), definition });
      const outsiders: readonly Principal[] = [stranger, { ...principal, scope: { workspaceId: newId() } }];
      return { principal, colleague, outsiders, rule, entityRows, ruleEvents, ruleEventHistory, ruleTests };
    }

    const testOf = (ruleId: string, overrides: Partial<NewRuleTest> = {}): NewRuleTest => ({
      id: newId(),
      ruleId,
      name: 'Done tasks',
      events: [{ entityKey: 'a', row: { status: 'done' }, before: { status: 'open' }, at: new Date(1_000) }],
      mocks: { Mail: { port: 'failure', output: { error: 'x' } } },
      expected: { runs: 1, actions: ['Mail'] },
      ...overrides,
    });

    it('saves, lists and removes the tests of a rule', async () => {
      const { principal, colleague, rule, ruleTests } = await setUp();
      const saved = await ruleTests.create(principal, testOf(rule.id));
      expect(saved).toMatchObject({ ...testOf(rule.id), id: saved.id, createdByUserId: principal.userId });
      const first = await ruleTests.create(colleague, testOf(rule.id, { name: 'All tasks' }));
      expect(await ruleTests.list(colleague, rule.id)).toEqual([first, saved]);
      const again = ruleTests.create(principal, testOf(rule.id));
      await expect(again).rejects.toMatchObject({ code: 'CONFLICT', details: { field: 'name' } });
      await ruleTests.remove(colleague, saved);
      expect(await ruleTests.list(principal, rule.id)).toEqual([first]);
      await expect(ruleTests.remove(colleague, saved)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('answers NOT_FOUND for the tests of others', async () => {
      const { principal, outsiders, rule, ruleTests } = await setUp();
      const saved = await ruleTests.create(principal, testOf(rule.id));
      for (const outsider of outsiders) {
        for (const attempt of [
          () => ruleTests.list(outsider, rule.id),
          () => ruleTests.create(outsider, testOf(rule.id, { name: 'Other' })),
          () => ruleTests.remove(outsider, saved),
        ]) {
          await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
        }
      }
    });

    it('reads stored events in order and in pages, within their time and organization', async () => {
      const { principal, outsiders, rule, entityRows, ruleEvents, ruleEventHistory } = await setUp();
      const row = await entityRows.create(principal, tasks, {
        values: { title: 'a', status: 'open', priority: 'low' },
      });
      const key = toValueText(row['id'] ?? null);
      for (let count = 0; count < 5; count += 1) {
        await entityRows.update(principal, tasks, { key, values: { status: `step ${count}` } });
      }
      const start = { trigger: 'manual', ruleId: rule.id, entity: tasks, entityKey: key, row: {} } as const;
      await ruleEvents.start(principal, start);
      const range = { entity: tasks, trigger: 'on_update', from: new Date(0), to: new Date('2200-01-01') } as const;
      const read = async (by: Principal, query: { readonly from: Date; readonly to: Date }) => {
        const statuses: unknown[] = [];
        for (let after: string | null = null; ; ) {
          const page = await ruleEventHistory.list(by, { ...range, ...query, after, limit: 2 });
          statuses.push(...page.events.map(({ row: { status } }) => status));
          if (page.next === null) return statuses;
          after = page.next;
        }
      };
      expect(await read(principal, range)).toEqual(['step 0', 'step 1', 'step 2', 'step 3', 'step 4']);
      const { events } = await ruleEventHistory.list(principal, { ...range, after: null, limit: 50 });
      expect(events[0]).toMatchObject({ entityKey: key, before: { status: 'open' }, userId: principal.userId });
      const times = events.map(({ createdAt }) => createdAt.getTime());
      const first = times[0] ?? 0;
      expect(await read(principal, { from: range.from, to: new Date(first) })).toEqual([]);
      expect(await read(principal, { from: new Date((times.at(-1) ?? 0) + 1), to: range.to })).toEqual([]);
      for (const outsider of outsiders) expect(await read(outsider, range)).toEqual([]);
      expect(await ruleEventHistory.list(principal, { ...range, trigger: 'manual', after: null, limit: 5 })).toEqual({
        events: [],
        next: null,
      });
    });
  });
}
