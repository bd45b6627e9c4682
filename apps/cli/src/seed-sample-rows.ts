import type { Principal } from '@shipmate/core';
import type { Stores } from '@shipmate/domain';

/** Products with their stock; the second is low. */
const products = [
  { sku: 'SAMPLE-BOLT', name: 'Bolt M8 (sample)', unit_price: 0.2, quantity: 500, reorder_point: 100 },
  { sku: 'SAMPLE-BEARING', name: 'Ball bearing (sample)', unit_price: 4.5, quantity: 12, reorder_point: 20 },
  { sku: 'SAMPLE-MOTOR', name: 'Stepper motor (sample)', unit_price: 39, quantity: 40, reorder_point: 10 },
] as const;

/** Creates rows in the sample business tables, which rules can watch. */
export async function seedSampleRows({ entityRows }: Pick<Stores, 'entityRows'>, owner: Principal): Promise<void> {
  for (const { quantity, reorder_point, ...product } of products) {
    const { id = null } = await entityRows.create(owner, 'inventory.products', {
      values: { ...product, category: 'sample' },
    });
    await entityRows.create(owner, 'inventory.inventory_items', {
      values: { product_id: id, quantity, reorder_point },
    });
  }
  await entityRows.create(owner, 'sales.orders', {
    values: { number: 'SAMPLE-1', customer_name: 'Sample customer', status: 'open', total: 45 },
  });
  await entityRows.create(owner, 'core.tasks', {
    values: { title: 'Count the ball bearings (sample)', status: 'open', priority: 'low' },
  });
}
