import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { NewAlert } from '../workflow/alert.ts';
import type { RuleDefinition } from '../workflow/rule.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const rule: RuleDefinition = {
  name: 'Low stock',
  description: '',
  isActive: true,
  entity: 'inventory.inventory_items',
  trigger: 'on_update',
  triggerConditions: [],
  actions: [],
  edges: [],
};

/** Runs the contract of every `AlertStore`. */
export function alertStoreContract(open: OpenDatabase): void {
  describe('AlertStore', () => {
    const database = useDatabase(open);
    const all = { offset: 0, limit: 50 };

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const colleague = await createTestColleague(unitOfWork, tenant);
      const other = await createTestColleague(unitOfWork, tenant);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { alerts, rules } = unitOfWork.stores;
      const { id: ruleId } = await rules.create(principal, { id: newId(), definition: rule });
      const create = (overrides: Partial<NewAlert> = {}) =>
        alerts.create(principal, {
          id: newId(),
          alertType: 'low_stock',
          severity: 'high',
          title: 'Stock is low',
          message: 'Only 3 left.',
          context: { quantity: 3 },
          actionUrl: null,
          source: {
            entity: rule.entity,
            entityId: 'row-1',
            ruleId,
            ruleName: rule.name,
            executionId: null,
          },
          recipients: { users: [colleague.userId], roles: [] },
          resolvePrior: false,
          ...overrides,
        });
      return { alerts, rules, tenant, principal, colleague, other, stranger, ruleId, create };
    }

    const missing = { code: 'NOT_FOUND' };
    const inWorkspace = (principal: Principal): Principal => ({ ...principal, scope: { workspaceId: newId() } });

    it('stores an alert with its recipients and lists it for them, newest first', async () => {
      const { alerts, colleague, other, create } = await setUp();
      const first = await create();
      const second = await create({ severity: 'low', recipients: { users: [], roles: ['member'] } });
      expect(first).toMatchObject({
        status: 'active',
        context: { quantity: 3 },
        recipients: { users: [{ id: colleague.userId, name: 'Test user' }], roles: [] },
        acknowledgments: [],
      });
      expect(second.recipients).toEqual({ users: [], roles: ['member'] });
      expect(await alerts.listForMe(colleague, all)).toEqual({ alerts: [second, first], total: 2 });
      expect(await alerts.listForMe(other, all)).toEqual({ alerts: [second], total: 1 });
      expect(await alerts.listForMe(colleague, { ...all, severity: 'high' })).toEqual({ alerts: [first], total: 1 });
      expect(await alerts.listForMe(colleague, { offset: 1, limit: 1 })).toEqual({ alerts: [first], total: 2 });
      expect(await alerts.listForMe(colleague, { offset: 5, limit: 1 })).toEqual({ alerts: [], total: 2 });
    });

    it('shows an alert to its recipients and the user of its rule only', async () => {
      const { alerts, principal, colleague, other, stranger, ruleId, create } = await setUp();
      const alert = await create();
      for (const reader of [principal, colleague]) {
        expect(await alerts.get(reader, alert.id)).toEqual(alert);
        expect(await alerts.listForRule(reader, ruleId, all)).toEqual({ alerts: [alert], total: 1 });
      }
      for (const outsider of [other, stranger, inWorkspace(colleague)]) {
        await expect(alerts.get(outsider, alert.id)).rejects.toMatchObject(missing);
        await expect(alerts.acknowledge(outsider, alert.id)).rejects.toMatchObject(missing);
        await expect(alerts.dismiss(outsider, alert.id)).rejects.toMatchObject(missing);
        await expect(alerts.resolve(outsider, alert.id)).rejects.toMatchObject(missing);
      }
      expect((await alerts.listForMe(principal, all)).total).toBe(0);
      expect((await alerts.listForRule(other, ruleId, all)).total).toBe(0);
      await expect(alerts.get(principal, 'no id')).rejects.toMatchObject(missing);
    });

    it('leaves out recipients who are no members and refuses an alert without recipients', async () => {
      const { alerts, colleague, stranger, create } = await setUp();
      const { recipients } = await create({
        recipients: { users: [colleague.userId, stranger.userId, 'no id'], roles: ['owner', 'unknown'] },
      });
      expect(recipients).toMatchObject({ users: [{ id: colleague.userId }], roles: ['owner'] });
      const refused = create({ recipients: { users: [stranger.userId], roles: [] } });
      await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      expect((await alerts.listForMe(stranger, all)).total).toBe(0);
      expect((await alerts.listForMe(colleague, all)).total).toBe(1);
    });

    it('acknowledges an alert once for each user', async () => {
      const { alerts, principal, colleague, create } = await setUp();
      const { id } = await create();
      const seen = await alerts.acknowledge(colleague, id, 'On it');
      expect(seen).toMatchObject({
        status: 'acknowledged',
        acknowledgments: [{ userId: colleague.userId, notes: 'On it' }],
      });
      await alerts.acknowledge(colleague, id);
      const { acknowledgments } = await alerts.acknowledge(principal, id);
      expect(acknowledgments.map(({ userId, notes }) => [userId, notes])).toEqual([
        [colleague.userId, 'On it'],
        [principal.userId, null],
      ]);
      expect((await alerts.listForMe(colleague, { ...all, status: 'active' })).total).toBe(0);
    });

    it('closes an alert once, as dismissed or resolved', async () => {
      const { alerts, colleague, create } = await setUp();
      const { id } = await create();
      expect(await alerts.dismiss(colleague, id)).toMatchObject({ status: 'dismissed' });
      expect(await alerts.dismiss(colleague, id)).toMatchObject({ status: 'dismissed' });
      const closed = { code: 'CONFLICT', details: { status: 'dismissed' } };
      await expect(alerts.resolve(colleague, id)).rejects.toMatchObject(closed);
      await expect(alerts.acknowledge(colleague, id)).rejects.toMatchObject(closed);
      expect(await alerts.resolve(colleague, (await create()).id)).toMatchObject({ status: 'resolved' });
    });

    it('closes an alert once when several recipients close it at the same time', async () => {
      const { alerts, principal, colleague, create } = await setUp();
      const { id } = await create();
      const dismissing = Array.from({ length: 6 }, (_, index) =>
        alerts.dismiss(index % 2 === 0 ? colleague : principal, id),
      );
      for (const alert of await Promise.all(dismissing)) expect(alert).toMatchObject({ status: 'dismissed' });
    });

    it('resolves earlier alerts of the same type and row when asked', async () => {
      const { alerts, colleague, create } = await setUp();
      const source = { entity: rule.entity, entityId: 'row-2', ruleId: null, ruleName: null, executionId: null };
      const prior = await create();
      const otherRow = await create({ source });
      const otherType = await create({ alertType: 'expired' });
      await create({ resolvePrior: true });
      expect(await alerts.get(colleague, prior.id)).toMatchObject({ status: 'resolved' });
      expect(await alerts.get(colleague, otherRow.id)).toMatchObject({ status: 'active' });
      expect(await alerts.get(colleague, otherType.id)).toMatchObject({ status: 'active' });
    });

    it('keeps the alerts of a removed rule, with its name', async () => {
      const { alerts, rules, principal, colleague, ruleId, create } = await setUp();
      const { id } = await create();
      await rules.remove(principal, ruleId);
      expect((await alerts.get(colleague, id)).source).toMatchObject({ ruleId: null, ruleName: 'Low stock' });
    });
  });
}
