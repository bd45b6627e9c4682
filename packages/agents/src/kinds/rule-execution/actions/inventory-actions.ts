import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
import { changeRow } from '@shipmate/domain/use-cases';
import { type ActionConfigOf, type Row, type RuleExecution, toValueText } from '@shipmate/domain/workflow';
import type { RuleActionHandler } from '../rule-action.ts';
import { causeOf } from './row-actions.ts';

const items = 'inventory.inventory_items';

/** Maximum number of warehouses of a product. */
const maxItems = 1_000;

/** Compares the available stock of a product with a threshold. */
export const checkInventory: RuleActionHandler<ActionConfigOf<'check_inventory'>> = {
  kind: 'stored',
  async execute(stores, { threshold, ...config }, { execution, principal }) {
    const stock = await readStock(stores, principal, {
      ...config,
      product_id: config.product_id ?? productOf(execution),
    });
    const available = stock.reduce((sum, row) => sum + availableOf(row), 0);
    const port = available >= Number(threshold) ? 'sufficient' : 'insufficient';
    return { port, output: { available, threshold: Number(threshold) } };
  },
};

/** Reserves stock of a product: in the given warehouse, else in the one that has the most of those that have enough. */
export const reserveInventory: RuleActionHandler<ActionConfigOf<'reserve_inventory'>> = {
  kind: 'stored',
  async execute(stores, { quantity, ...config }, { execution, principal }) {
    const wanted = Number(quantity);
    if (!Number.isInteger(wanted) || wanted <= 0) {
      throw new AppError({
        code: 'VALIDATION_ERROR',
        message: `quantity: must be a whole number above 0, but is ${wanted}.`,
      });
    }
    const stock = await readStock(stores, principal, config);
    const locked = await lockStock(stores, principal, stock);
    const [most] = locked.toSorted((one, other) => availableOf(other) - availableOf(one));
    const available = most === undefined ? 0 : availableOf(most);
    if (most === undefined || available < wanted) {
      return { port: 'insufficient', output: { available, quantity: wanted } };
    }
    const key = toValueText(most['id'] ?? null);
    const values = { reserved_quantity: Number(most['reserved_quantity']) + wanted };
    await changeRow(stores, principal, { entity: items, key, values, cause: causeOf(execution) });
    return { port: 'success', output: { available: available - wanted, quantity: wanted, inventory_item_id: key } };
  },
};

/** Locks all rows in one order, so that two reservations of a product wait for each other instead of blocking. */
async function lockStock(stores: Stores, principal: Principal, stock: readonly Row[]): Promise<readonly Row[]> {
  const locked: Row[] = [];
  for (const key of stock.map(({ id = null }) => toValueText(id)).toSorted()) {
    locked.push(await stores.entityRows.lock(principal, items, key));
  }
  return locked;
}

function readStock(
  { entityRows }: Stores,
  principal: Principal,
  config: { readonly product_id: string; readonly warehouse_id?: string | undefined },
): Promise<readonly Row[]> {
  const { product_id: product, warehouse_id: warehouse } = config;
  const filters = [
    { field: 'product_id', operator: 'equals', value: product } as const,
    ...(warehouse === undefined ? [] : [{ field: 'warehouse', operator: 'equals', value: warehouse } as const]),
  ];
  return entityRows.query(principal, items, { filters, offset: 0, limit: maxItems }).then(({ rows }) => rows);
}

function availableOf(row: Row): number {
  return Number(row['quantity']) - Number(row['reserved_quantity']);
}

/** The product of the event's row. */
function productOf({ event: { entity, row } }: RuleExecution): string {
  const product = entity === 'inventory.products' ? row['id'] : row['product_id'];
  if (typeof product === 'string') return product;
  throw new AppError({ code: 'VALIDATION_ERROR', message: `product_id: is required, as "${entity}" has no product.` });
}
