import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { matchEvents } from '../use-cases/match-events.ts';
import { type RuleNoise, ruleNoiseSchema } from '../workflow/noise/rule-noise.ts';
import { toValueText } from '../workflow/template/template-filters.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const tasks = 'core.tasks';
const page = { offset: 0, limit: 50 };

/** Runs the contract of every `RuleNoiseStore`, and of noise control in matching. */
export function ruleNoiseContract(open: OpenDatabase): void {
  describe('Noise control of rules', () => {
    const database = useDatabase(open);

    async function setUp(written: object = {}) {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const colleague = await createTestColleague(unitOfWork, tenant);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { rules, entityRows, ruleExecutions, ruleNoise } = unitOfWork.stores;
      const noise: RuleNoise = ruleNoiseSchema.parse(written);
      const rule = await rules.create(principal, {
        id: newId(),
        definition: {
          name: newId(),
          description: '',
          isActive: true,
          entity: tasks,
          trigger: 'on_create',
          triggerConditions: [],
          noise,
          actions: [],
          edges: [],
        },
      });
      const createTask = async (title: string) => {
        const row = await entityRows.create(principal, tasks, { values: { title, status: 'open', priority: 'low' } });
        return toValueText(row['id'] ?? null);
      };
      const match = async (limit = 20) => {
        for (let events = 1; events > 0; ) ({ events } = await matchEvents(unitOfWork, limit));
      };
      return {
        unitOfWork,
        ruleNoise,
        principal,
        colleague,
        stranger,
        rule,
        createTask,
        match,
        executions: () => ruleExecutions.listForRule(principal, rule.id, page),
        suppressed: () => ruleNoise.listSuppressed(principal, rule.id, page),
      };
    }

    it('begins one execution for duplicates, in one batch and in later ones, and explains the others', async () => {
      const { createTask, match, executions, suppressed, rule } = await setUp({
        deduplicate: { fields: ['title'], window: '1h' },
      });
      for (const title of ['a', 'a', 'b']) await createTask(title);
      await match();
      const key = await createTask('a');
      await match();
      const begun = await executions();
      expect(begun.map(({ event }) => event.row['title'])).toEqual(['b', 'a']);
      const explained = await suppressed();
      expect(explained).toHaveLength(2);
      expect(explained[0]).toMatchObject({
        ruleId: rule.id,
        revision: 1,
        kind: 'duplicate',
        reason: expect.stringContaining('Same title as the event of '),
        executionId: begun[1]?.id,
        entity: tasks,
        entityKey: key,
        row: { title: 'a' },
      });
    });

    it('begins one execution for duplicates when processes match at the same time', async () => {
      const { createTask, match, executions, suppressed } = await setUp({
        deduplicate: { fields: ['title'], window: '1h' },
      });
      for (let count = 0; count < 12; count += 1) await createTask(`task ${count % 2}`);
      await Promise.all([1, 2, 3].map(() => match(2)));
      expect(await executions()).toHaveLength(2);
      expect(await suppressed()).toHaveLength(10);
    });

    it('counts a threshold across batches', async () => {
      const { createTask, match, executions, suppressed } = await setUp({ threshold: { count: 3, window: '1h' } });
      const keys: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        keys.push(await createTask('a'));
        await match();
      }
      expect((await executions()).map(({ event }) => event.entityKey)).toEqual([keys[5], keys[2]]);
      expect((await suppressed()).map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'threshold'));
    });

    it('holds the execution of a group until its window ends, with the list of its events', async () => {
      const { unitOfWork, ruleNoise, principal, stranger, createTask, match, executions } = await setUp({
        group: { fields: ['title'], window: '1h' },
      });
      const keys = [await createTask('a'), await createTask('a')];
      await match();
      keys.push(await createTask('a'));
      await match();
      const [execution, ...others] = await executions();
      expect(others).toEqual([]);
      expect(execution).toMatchObject({ status: 'waiting', event: { entityKey: keys[0] } });
      const { id = '' } = execution ?? {};
      const joined = await ruleNoise.listGroup(principal, id, 50);
      expect(joined.map(({ entityKey }) => entityKey)).toEqual(keys.slice(1));
      expect(await ruleNoise.countSuppressed(principal, [id])).toEqual([{ executionId: id, kind: 'group', count: 2 }]);
      expect(await ruleNoise.listGroup(stranger, id, 50)).toEqual([]);
      expect(await ruleNoise.countSuppressed(stranger, [id])).toEqual([]);
      await unitOfWork.stores.runs.requeue(id);
      await createTask('a');
      await match();
      expect(await executions()).toHaveLength(2);
    });

    it('starts the execution of a group once its window is over', async () => {
      const { unitOfWork, createTask, match, executions } = await setUp({ group: { window: '1ms' } });
      await createTask('a');
      await match();
      const [execution] = await executions();
      const { id = '' } = execution ?? {};
      const claim = () => unitOfWork.stores.runs.claim(id, { owner: newId(), seconds: 60 });
      await expect.poll(async () => (await claim())?.status).toBe('running');
    });

    it('suppresses events during maintenance and silences, and not after a silence was removed', async () => {
      const { ruleNoise, principal, colleague, rule, createTask, match, executions, suppressed } = await setUp();
      const silence = await ruleNoise.addSilence(principal, {
        id: newId(),
        ruleId: rule.id,
        match: { title: 'a' },
        reason: 'New disks',
        until: new Date(Date.now() + 3_600_000),
      });
      expect(await ruleNoise.listSilences(colleague, rule.id)).toEqual([silence]);
      for (const title of ['a', 'b']) await createTask(title);
      await match();
      expect((await executions()).map(({ event }) => event.row['title'])).toEqual(['b']);
      expect(await suppressed()).toMatchObject([{ kind: 'silence', reason: expect.stringContaining('New disks') }]);
      await ruleNoise.removeSilence(colleague, silence);
      expect(await ruleNoise.listSilences(principal, rule.id)).toEqual([]);
      await createTask('a');
      await match();
      expect(await executions()).toHaveLength(2);
      const again = ruleNoise.removeSilence(colleague, silence);
      await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' });
    });

    it('neither suppresses nor counts events for a rule whose owner has left the organization', async () => {
      const { unitOfWork, principal, stranger, rule, createTask, match, executions, suppressed } = await setUp({
        threshold: { count: 2, window: '1h' },
      });
      const { rules } = unitOfWork.stores;
      const leaver = { ...stranger, organizationId: principal.organizationId };
      await rules.update(leaver, rule.id, { definition: rule, baseRevision: 1 });
      await createTask('a');
      await match();
      expect([await executions(), await suppressed()]).toEqual([[], []]);
      await rules.update(principal, rule.id, { definition: rule, baseRevision: 2 });
      await createTask('a');
      await match();
      expect(await executions()).toEqual([]);
      expect(await suppressed()).toMatchObject([{ kind: 'threshold', revision: 3 }]);
    });

    it('starts a rule by hand in spite of its noise control', async () => {
      const { unitOfWork, principal, rule, match, executions } = await setUp({
        maintenance: [{ from: '2020-01-01T00:00', to: '2100-01-01T00:00' }],
      });
      const { rules, ruleEvents } = unitOfWork.stores;
      await rules.update(principal, rule.id, { definition: { ...rule, trigger: 'manual' }, baseRevision: 1 });
      const start = { trigger: 'manual', ruleId: rule.id, entity: tasks, entityKey: 'k', row: { id: 'k' } } as const;
      await ruleEvents.start(principal, start);
      await match();
      expect(await executions()).toHaveLength(1);
    });

    it('answers NOT_FOUND for the silences and suppressed events of others, and refuses a silence in the past', async () => {
      const { ruleNoise, principal, stranger, rule } = await setUp();
      const silence = { id: newId(), ruleId: rule.id, match: {}, reason: 'x', until: new Date(Date.now() + 60_000) };
      const outsiders: readonly Principal[] = [stranger, { ...principal, scope: { workspaceId: newId() } }];
      await ruleNoise.addSilence(principal, silence);
      for (const outsider of outsiders) {
        for (const attempt of [
          () => ruleNoise.listSuppressed(outsider, rule.id, page),
          () => ruleNoise.listSilences(outsider, rule.id),
          () => ruleNoise.addSilence(outsider, { ...silence, id: newId() }),
          () => ruleNoise.removeSilence(outsider, silence),
        ]) {
          await expect(attempt()).rejects.toMatchObject({ code: 'NOT_FOUND' });
        }
      }
      const past = { ...silence, id: newId(), until: new Date(Date.now() - 60_000) };
      await expect(ruleNoise.addSilence(principal, past)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    });
  });
}
