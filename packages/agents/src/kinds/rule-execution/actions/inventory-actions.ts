import { AppError, type Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';
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

/** Reserves stock of a product in the warehouse that has the most. */
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
    const [most] = stock.toSorted((one, other) => availableOf(other) - availableOf(one));
    if (most === undefined) return { port: 'insufficient', output: { available: 0, quantity: wanted } };
    const key = toValueText(most['id'] ?? null);
    const locked = await stores.entityRows.lock(principal, items, key);
    const available = availableOf(locked);
    if (available < wanted) return { port: 'insufficient', output: { available, quantity: wanted } };
    const reserved = Number(locked['reserved_quantity']) + wanted;
    const values = { reserved_quantity: reserved };
    await stores.entityRows.update(principal, items, { key, values, cause: causeOf(execution) });
    return { port: 'success', output: { available: available - wanted, quantity: wanted, inventory_item_id: key } };
  },
};

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
