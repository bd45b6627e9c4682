import type { Principal } from '@shipmate/core';
import { describe, expect, it } from 'vitest';
import { newId } from '../identifier/id.ts';
import type { Row } from '../workflow/condition/evaluate-conditions.ts';
import { builtInEntities } from '../workflow/entities/platform-entities.ts';
import { toValueText } from '../workflow/template/template-filters.ts';
import { useDatabase, type OpenDatabase } from './contract-database.ts';
import { createTestColleague, createTestTenant } from './create-test-tenant.ts';

const items = 'inventory.inventory_items';
const page = { offset: 0, limit: 50 };

/** Runs the contract of every `EntityRowStore`. */
export function entityRowStoreContract(open: OpenDatabase): void {
  describe('EntityRowStore', () => {
    const database = useDatabase(open);

    async function setUp() {
      const { unitOfWork } = database();
      const tenant = await createTestTenant(unitOfWork);
      const { principal } = tenant;
      const colleague = await createTestColleague(unitOfWork, tenant);
      const stranger = (await createTestTenant(unitOfWork)).principal;
      const { entityRows: rows } = unitOfWork.stores;
      const createProduct = (values: Row = {}) =>
        rows.create(principal, 'inventory.products', {
          values: { sku: newId(), name: 'Bolt', unit_price: 2.5, ...values },
        });
      const createItem = async (values: Row = {}) => {
        const product = await createProduct();
        return rows.create(principal, items, { values: { product_id: idOf(product), quantity: 20, ...values } });
      };
      return { unitOfWork, rows, principal, colleague, stranger, createProduct, createItem };
    }

    const idOf = (row: Row): string => toValueText(row['id'] ?? null);
    const missing = { code: 'NOT_FOUND' };
    const invalid = (message: RegExp) => ({ code: 'VALIDATION_ERROR', message: expect.stringMatching(message) });

    it('has a table with exactly the registered fields for every entity', async () => {
      const { rows, principal } = await setUp();
      expect(await rows.listEntities(principal)).toEqual(builtInEntities);
      for (const { name, fields } of builtInEntities) {
        const sort = fields.map((field) => ({ field: field.name, isDescending: false }));
        const read = await rows.query(principal, name, { ...page, sort });
        for (const row of read.rows) expect(Object.keys(row)).toEqual(fields.map((field) => field.name));
      }
    });

    it('creates, reads, updates and deletes rows with typed values', async () => {
      const { rows, principal, createProduct, createItem } = await setUp();
      const product = await createProduct({ category: null });
      expect(product).toMatchObject({ name: 'Bolt', unit_price: 2.5, is_active: true, category: null });
      expect(product['created_at']).toMatch(/^\d{4}-.*Z$/);
      const item = await createItem({ quantity: '12' });
      expect(item).toMatchObject({ quantity: 12, reserved_quantity: 0, warehouse: 'main' });
      const { row, before } = await rows.update(principal, items, { key: idOf(item), values: { quantity: 3 } });
      expect(before).toEqual(item);
      expect(row).toMatchObject({ ...item, quantity: 3, updated_at: expect.any(String) });
      expect(await rows.get(principal, items, idOf(item))).toEqual(row);
      expect(await rows.remove(principal, items, idOf(item))).toEqual(row);
      await expect(rows.get(principal, items, idOf(item))).rejects.toMatchObject(missing);
    });

    it('refuses unknown entities, unknown and read-only fields, and values of another type', async () => {
      const { rows, principal, createItem } = await setUp();
      const key = idOf(await createItem());
      const update = (values: Row) => rows.update(principal, items, { key, values });
      await expect(rows.query(principal, 'public.member', page)).rejects.toMatchObject(missing);
      await expect(update({ quantty: 1 })).rejects.toMatchObject(invalid(/no field "quantty".*quantity/));
      await expect(update({ organization_id: newId() })).rejects.toMatchObject(invalid(/no field/));
      await expect(update({ id: newId() })).rejects.toMatchObject(invalid(/read-only/));
      await expect(update({ quantity: 'many' })).rejects.toMatchObject(invalid(/must be of type integer/));
      await expect(update({ quantity: null })).rejects.toMatchObject(invalid(/must not be null/));
      await expect(update({ quantity: -1 })).rejects.toMatchObject(invalid(/check/));
      await expect(update({ product_id: newId() })).rejects.toMatchObject(invalid(/does not exist: product_id/));
      await expect(rows.create(principal, items, { values: {} })).rejects.toMatchObject(
        invalid(/product_id: is required/),
      );
      await expect(rows.create(principal, 'core.users', { values: {} })).rejects.toMatchObject(invalid(/read-only/));
    });

    it('refuses to delete a row to which others refer', async () => {
      const { rows, principal, createItem } = await setUp();
      const { product_id: productId } = await createItem();
      const removed = rows.remove(principal, 'inventory.products', toValueText(productId ?? null));
      await expect(removed).rejects.toMatchObject({ code: 'CONFLICT' });
    });

    it('filters, sorts and pages rows, with the chosen fields', async () => {
      const { rows, principal, createItem } = await setUp();
      for (const [quantity, status] of [
        [5, null],
        [10, 'Low stock'],
        [15, 'ok'],
      ] as const) {
        await createItem({ quantity, status });
      }
      const read = async (...filters: readonly Parameters<typeof toFilter>[]) => {
        const query = {
          ...page,
          filters: filters.map((filter) => toFilter(...filter)),
          fields: ['quantity'],
          sort: [{ field: 'quantity', isDescending: false }],
        };
        return (await rows.query(principal, items, query)).rows.map((row) => row['quantity']);
      };
      expect(await read()).toEqual([5, 10, 15]);
      expect(await read(['quantity', 'less_than', 15], ['quantity', 'greater_than', '5'])).toEqual([10]);
      expect(await read(['status', 'contains', 'LOW'])).toEqual([10]);
      expect(await read(['status', 'is_null'])).toEqual([5]);
      expect(await read(['status', 'is_not_null'])).toEqual([10, 15]);
      expect(await read(['status', 'not_equals', 'ok'])).toEqual([5, 10]);
      expect(await read(['quantity', 'in', [5, 15, 99]])).toEqual([5, 15]);
      expect(await read(['quantity', 'in', []])).toEqual([]);
      const paged = { offset: 1, limit: 1, sort: [{ field: 'quantity', isDescending: true }] };
      const second = await rows.query(principal, items, paged);
      expect(second).toMatchObject({ rows: [{ quantity: 10 }], total: 3 });
      expect(await rows.query(principal, items, { offset: 9, limit: 1 })).toEqual({ rows: [], total: 3 });
    });

    it('aggregates rows by groups', async () => {
      const { rows, principal, createItem } = await setUp();
      await createItem({ quantity: 5, status: 'low' });
      await createItem({ quantity: 10, status: 'low' });
      await createItem({ quantity: 40, status: 'ok' });
      const aggregates = [
        { function: 'count' },
        { function: 'sum', field: 'quantity' },
        { function: 'avg', field: 'quantity' },
      ] as const;
      const read = (offset: number, limit: number) =>
        rows.aggregate(principal, items, { aggregates, groupBy: ['status'], offset, limit });
      const [low, ok] = [
        { status: 'low', count: 2, sum_quantity: 15, avg_quantity: 7.5 },
        { status: 'ok', count: 1, sum_quantity: 40, avg_quantity: 40 },
      ];
      expect(await read(0, 10)).toEqual([low, ok]);
      expect(await read(0, 1)).toEqual([low]);
      expect(await read(1, 1)).toEqual([ok]);
      const bad = [{ function: 'sum', field: 'status' }] as const;
      const refused = rows.aggregate(principal, items, { aggregates: bad, groupBy: [], offset: 0, limit: 10 });
      await expect(refused).rejects.toMatchObject(invalid(/"sum" does not accept "status"/));
    });

    it('shows the members and roles of the organization only', async () => {
      const { rows, principal, colleague } = await setUp();
      const { rows: users } = await rows.query(principal, 'core.users', page);
      expect(users.map((row) => row['id'])).toEqual(
        [principal.userId, colleague.userId].toSorted((one, other) => one.localeCompare(other)),
      );
      expect((await rows.query(principal, 'core.roles', page)).rows).toEqual([
        { name: 'member', members: 1 },
        { name: 'owner', members: 1 },
      ]);
      expect(await rows.get(principal, 'core.roles', 'owner')).toEqual({ name: 'owner', members: 1 });
    });

    it('answers NOT_FOUND for rows of others', async () => {
      const { rows, principal, stranger, createItem } = await setUp();
      const item = await createItem();
      const key = idOf(item);
      const inWorkspace: Principal = { ...principal, scope: { workspaceId: newId() } };
      for (const outsider of [stranger, inWorkspace]) {
        await expect(rows.get(outsider, items, key)).rejects.toMatchObject(missing);
        const change = { key, values: { quantity: 1 } };
        await expect(rows.update(outsider, items, change)).rejects.toMatchObject(missing);
        await expect(rows.remove(outsider, items, key)).rejects.toMatchObject(missing);
      }
      expect(await rows.query(stranger, items, page)).toEqual({ rows: [], total: 0 });
      const stolen = rows.create(stranger, items, { values: { product_id: toValueText(item['product_id'] ?? null) } });
      await expect(stolen).rejects.toMatchObject(invalid(/does not exist/));
    });

    it('locks a row until the transaction ends, so that no update is lost', async () => {
      const { unitOfWork, rows, principal, createItem } = await setUp();
      const key = idOf(await createItem({ quantity: 10 }));
      const take = () =>
        unitOfWork.transaction(async ({ entityRows }) => {
          const { quantity } = await entityRows.lock(principal, items, key);
          await entityRows.update(principal, items, { key, values: { quantity: Number(quantity) - 1 } });
        });
      await Promise.all([take(), take(), take()]);
      expect(await rows.get(principal, items, key)).toMatchObject({ quantity: 7 });
    });
  });
}

function toFilter(
  field: string,
  operator: 'equals' | 'not_equals' | 'greater_than' | 'less_than' | 'contains' | 'in' | 'is_null' | 'is_not_null',
  value?: string | number | readonly number[],
) {
  return { field, operator, ...(value !== undefined && { value: typeof value === 'object' ? [...value] : value }) };
}
