import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import { newIncomingWebhookSchema } from '../workflow/entities/incoming-webhook.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { matchAll, setUpRules } from './set-up-rules.ts';

const page = { offset: 0, limit: 50 };
const missing = { code: 'NOT_FOUND' };

/** Runs the contract of every `IncomingWebhookStore`. */
export function incomingWebhookContract(open: OpenDatabase): void {
  describe('IncomingWebhookStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const rules = await setUpRules(unitOfWork);
      const { incomingWebhooks: webhooks, entityRows } = unitOfWork.stores;
      const declared = newIncomingWebhookSchema.parse({
        name: 'deploys',
        fields: [
          { name: 'service', type: 'text' },
          { name: 'seconds', type: 'integer', path: 'timing.seconds' },
          { name: 'labels', type: 'json' },
        ],
      });
      const create = (by: Principal = rules.principal) => webhooks.create(by, { ...declared, id: newId() });
      const body = { service: 'api', timing: { seconds: 12 }, labels: ['a'], note: 'x\0' };
      return { ...rules, webhooks, entityRows, create, body };
    }

    it('stores each delivery once, as a row and an event of its entity', async () => {
      const { unitOfWork, webhooks, entityRows, principal, createRule, executionsOf, create, body } = await setUp();
      const webhook = await create();
      const rule = await createRule({
        entity: 'webhooks.deploys',
        trigger: 'on_create',
        triggerConditions: [{ field_name: 'seconds', operator: 'greater_than', value: 10 }],
      });
      const receive = (deliveryId: string, more = {}) =>
        webhooks.receive(webhook.id, { deliveryId, body: { ...body, ...more } });
      expect(await Promise.all([receive('d1'), receive('d1')])).toEqual(expect.arrayContaining([true, false]));
      expect(await receive('d2', { timing: { seconds: 1 } })).toBe(true);
      expect(await receive('d3', { timing: null, service: null })).toBe(true);
      await expect(receive('d4', { timing: { seconds: 'long' } })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('timing.seconds: must be of type integer'),
      });
      await matchAll(unitOfWork);
      const [execution, ...none] = await executionsOf(rule);
      expect(none).toEqual([]);
      expect(execution?.event.row).toEqual({
        id: expect.any(String),
        delivery_id: 'd1',
        service: 'api',
        seconds: 12,
        labels: ['a'],
        body: { ...body, note: 'x\uFFFD' },
        created_at: expect.any(String),
      });
      const slow = { filters: [{ field: 'seconds', operator: 'greater_than', value: 5 }] } as const;
      const { rows, total } = await entityRows.query(principal, 'webhooks.deploys', { ...page, ...slow });
      expect([rows, total]).toEqual([[execution?.event.row], 1]);
      const count = { aggregates: [{ function: 'count' }], groupBy: ['service'], offset: 0, limit: 10 } as const;
      expect(await entityRows.aggregate(principal, 'webhooks.deploys', count)).toEqual([
        { service: 'api', count: 2 },
        { service: null, count: 1 },
      ]);
      const entities = await entityRows.listEntities(principal);
      expect(entities.at(-1)).toMatchObject({ id: webhook.id, name: 'webhooks.deploys', key: 'id' });
      const written = entityRows.create(principal, 'webhooks.deploys', { values: {} });
      await expect(written).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: expect.stringContaining('read-only'),
      });
    });

    it('hides webhooks and their entities from others', async () => {
      const { webhooks, entityRows, principal, colleague, stranger, create, body } = await setUp();
      const webhook = await create();
      await webhooks.receive(webhook.id, { deliveryId: 'd1', body });
      await expect(create()).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await webhooks.list(colleague)).toMatchObject([{ id: webhook.id, lastDeliveryAt: expect.any(Date) }]);
      expect(await webhooks.list(stranger)).toEqual([]);
      const inWorkspace: Principal = { ...principal, scope: { workspaceId: newId() } };
      for (const outsider of [stranger, inWorkspace]) {
        await expect(webhooks.renewSecret(outsider, webhook.id)).rejects.toMatchObject(missing);
        await expect(webhooks.remove(outsider, webhook.id)).rejects.toMatchObject(missing);
        await expect(entityRows.query(outsider, 'webhooks.deploys', page)).rejects.toMatchObject(missing);
      }
      await create(stranger);
      expect(await entityRows.query(stranger, 'webhooks.deploys', page)).toEqual({ rows: [], total: 0 });
      expect(await webhooks.renewSecret(principal, webhook.id)).toMatchObject({ generation: 2 });
      await webhooks.remove(principal, webhook.id);
      expect(await webhooks.find(webhook.id)).toBeUndefined();
      await expect(webhooks.receive(webhook.id, { deliveryId: 'd2', body })).rejects.toMatchObject(missing);
    });

    it('deletes old deliveries', async () => {
      const { webhooks, create, body } = await setUp();
      const { id } = await create();
      await webhooks.receive(id, { deliveryId: 'd1', body });
      expect(await webhooks.deleteOldDeliveries({ olderThanDays: 1, limit: 10 })).toBe(0);
      expect(await webhooks.deleteOldDeliveries({ olderThanDays: 0, limit: 100 })).toBeGreaterThan(0);
    });
  });
}
