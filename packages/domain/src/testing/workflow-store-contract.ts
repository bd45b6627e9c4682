import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { acceptPreview, rejectPreview } from '../use-cases/decide-preview.ts';
import type { WorkflowPayload } from '../workflow/payload/workflow-payload.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const definition = (overrides: Partial<RuleDefinition> = {}): RuleDefinition => ({
  name: 'Low stock alert',
  description: '',
  isActive: true,
  entity: 'inventory.inventory_items',
  trigger: 'on_update',
  triggerConditions: [{ field_name: 'quantity', operator: 'less_than', value: 10 }],
  actions: [{ id: newId(), name: 'Wait', description: '', type: 'delay', config: { duration: '5m' }, isActive: true }],
  edges: [],
  ...overrides,
});

const payload: WorkflowPayload = { name: 'Draft', is_active: true, actions: [] };

/** Runs the contract of every `RuleStore`, `RuleDraftStore` and `RulePreviewStore`. */
export function workflowStoreContract(open: OpenDatabase): void {
  describe('Stores of rules', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const colleague = await createTestColleague(unitOfWork, tenant);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { rules, rulePreviews } = unitOfWork.stores;
      const create = (overrides?: Partial<RuleDefinition>) =>
        rules.create(principal, { id: newId(), definition: definition(overrides) });
      const preview = (base?: { readonly ruleId: string; readonly baseRevision: number }, overrides = {}) =>
        rulePreviews.create(principal, {
          id: newId(),
          runId: null,
          ruleId: null,
          baseRevision: null,
          description: 'Add an alert',
          definition: definition(overrides),
          ...base,
        });
      return { unitOfWork, stores: unitOfWork.stores, principal, colleague, stranger, create, preview };
    }

    /** The callers to whom an organization's rules do not exist. */
    const outsiders = (principal: Principal, stranger: Principal): readonly Principal[] => [
      stranger,
      { ...principal, scope: { workspaceId: newId() } },
    ];

    it('stores rules with their revisions and finds them by name', async () => {
      const { stores, principal, colleague, create } = await setUp();
      const rule = await create();
      expect(rule).toMatchObject({ ...rule, revision: 1, ownerUserId: principal.userId });
      const { rules } = stores;
      expect(await rules.get(colleague, rule.id)).toEqual(rule);
      for (const name of ['Low stock alert', 'LOW STOCK ALERT', 'low_stock-alert']) {
        expect(await rules.findByName(colleague, name)).toEqual(rule);
      }
      expect(await rules.findByName(colleague, 'Low stock')).toBeUndefined();
      const changed = definition({ name: 'Renamed', isActive: false });
      const updated = await rules.update(colleague, rule.id, { definition: changed, baseRevision: 1 });
      expect(updated).toMatchObject({ ...changed, revision: 2, ownerUserId: colleague.userId });
      const revisions = await rules.listRevisions(principal, rule.id);
      expect(revisions.map(({ revision, changedByUserId }) => [revision, changedByUserId])).toEqual([
        [2, colleague.userId],
        [1, principal.userId],
      ]);
      expect(revisions[1]?.definition.name).toBe('Low stock alert');
    });

    it('refuses a name that is taken, without regard to case', async () => {
      const { stores, principal, create } = await setUp();
      await create();
      await expect(create({ name: 'low STOCK alert' })).rejects.toMatchObject({ code: 'CONFLICT' });
      const other = await create({ name: 'Other' });
      const rename = { definition: definition(), baseRevision: 1 };
      await expect(stores.rules.update(principal, other.id, rename)).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('lets one of concurrent updates of a revision succeed', async () => {
      const { stores, principal, create } = await setUp();
      const { id } = await create();
      const updates = await Promise.all(
        ['a', 'b', 'c'].map((name) =>
          stores.rules.update(principal, id, { definition: definition({ name }), baseRevision: 1 }),
        ),
      );
      expect(updates.filter((rule) => rule !== undefined)).toHaveLength(1);
      expect(await stores.rules.listRevisions(principal, id)).toHaveLength(2);
    });

    it('lists rules by name and removes them', async () => {
      const { stores, principal, create } = await setUp();
      const second = await create({ name: 'B' });
      const first = await create({ name: 'A' });
      expect(await stores.rules.list(principal)).toEqual([first, second]);
      expect(await stores.rules.listNames(principal)).toEqual(['A', 'B']);
      const page = await stores.rules.listPage(principal, { offset: 1, limit: 1 });
      expect(page).toEqual({ rules: [second], total: 2 });
      await stores.rules.remove(principal, first.id);
      expect(await stores.rules.list(principal)).toEqual([second]);
    });

    it('lists every rule, however many there are', async () => {
      const { unitOfWork, stores, principal } = await setUp();
      const names = Array.from({ length: 201 }, (_, index) => `Rule ${String(index).padStart(3, '0')}`);
      await unitOfWork.transaction(async ({ rules }) => {
        for (const name of names) await rules.create(principal, { id: newId(), definition: definition({ name }) });
      });
      const rules = await stores.rules.list(principal);
      expect(rules.map(({ name }) => name)).toEqual(names);
    });

    it('answers NOT_FOUND for rules, drafts and previews of others', async () => {
      const { stores, principal, colleague, stranger, create, preview } = await setUp();
      const { id } = await create();
      const { id: previewId } = await preview();
      const draftId = newId();
      await stores.ruleDrafts.create(principal, { id: draftId, payload });
      const missing = { code: 'NOT_FOUND' };
      for (const outsider of outsiders(principal, stranger)) {
        await expect(stores.rules.get(outsider, id)).rejects.toMatchObject(missing);
        await expect(stores.rules.remove(outsider, id)).rejects.toMatchObject(missing);
        await expect(stores.rules.listRevisions(outsider, id)).rejects.toMatchObject(missing);
        const change = { definition: definition(), baseRevision: 1 };
        await expect(stores.rules.update(outsider, id, change)).rejects.toMatchObject(missing);
      }
      for (const other of [colleague, ...outsiders(principal, stranger)]) {
        await expect(stores.ruleDrafts.take(other, draftId)).rejects.toMatchObject(missing);
        await expect(stores.ruleDrafts.save(other, { id: draftId, payload })).rejects.toMatchObject(missing);
        await expect(stores.rulePreviews.get(other, previewId)).rejects.toMatchObject(missing);
        await expect(stores.rulePreviews.decide(other, previewId, { status: 'rejected' })).rejects.toMatchObject(
          missing,
        );
      }
      expect(await stores.rules.list(stranger)).toEqual([]);
    });

    it('keeps a draft through changes, and at most 100 of a user', async () => {
      const { stores, principal } = await setUp();
      const ids = Array.from({ length: 101 }, () => newId());
      for (const id of ids) await stores.ruleDrafts.create(principal, { id, payload });
      const [oldest = '', kept = ''] = ids;
      await expect(stores.ruleDrafts.take(principal, oldest)).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await stores.ruleDrafts.save(principal, { id: kept, payload: { ...payload, name: 'Changed' } });
      expect((await stores.ruleDrafts.take(principal, kept)).payload.name).toBe('Changed');
    });

    it('accepts a preview of a new rule once, with an audit entry', async () => {
      const { unitOfWork, stores, principal, preview } = await setUp();
      const { id } = await preview();
      const { rule, preview: accepted } = await unitOfWork.transaction((inside) =>
        acceptPreview(inside, principal, id),
      );
      expect(accepted).toMatchObject({ status: 'accepted', acceptedRuleId: rule.id, decidedAt: expect.any(Date) });
      expect(await stores.rules.get(principal, rule.id)).toEqual(rule);
      const again = unitOfWork.transaction((inside) => acceptPreview(inside, principal, id));
      await expect(again).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'accepted' } });
      const [entry] = await stores.audit.list(principal, { limit: 5 });
      expect(entry).toMatchObject({ kind: 'rule_created', subjectId: rule.id });
      expect(await stores.rules.list(principal)).toHaveLength(1);
    });

    it('refuses a preview of a rule that changed since, with the difference', async () => {
      const { unitOfWork, stores, principal, create, preview } = await setUp();
      const rule = await create();
      const { id } = await preview({ ruleId: rule.id, baseRevision: 1 }, { name: 'From the preview' });
      const meanwhile = { ...definition({ name: 'Low stock alert' }), actions: [] };
      await stores.rules.update(principal, rule.id, { definition: meanwhile, baseRevision: 1 });
      await expect(unitOfWork.transaction((inside) => acceptPreview(inside, principal, id))).rejects.toMatchObject({
        code: 'CONFLICT',
        details: { revision: 2, difference: { removed: ['Wait'], added: [] } },
      });
      expect(await stores.rulePreviews.get(principal, id)).toMatchObject({ status: 'pending' });
    });

    it('rejects a preview without a change', async () => {
      const { unitOfWork, stores, principal, preview } = await setUp();
      const { id } = await preview();
      await unitOfWork.transaction((inside) => rejectPreview(inside, principal, id));
      expect(await stores.rulePreviews.list(principal, { status: 'rejected' })).toMatchObject([{ id }]);
      expect(await stores.rulePreviews.list(principal, { status: 'pending' })).toEqual([]);
      expect(await stores.rules.list(principal)).toEqual([]);
    });
  });
}
