import { z } from 'zod';
import { configText, defineActionType, orTemplate } from './action-type.ts';

/** Reserves stock of a product. */
export const reserveInventory = defineActionType({
  type: 'reserve_inventory',
  category: 'inventory',
  description: 'Reserve a quantity of a product, if that much is available.',
  config: z.strictObject({
    product_id: configText(200),
    quantity: orTemplate(z.number().positive()),
    warehouse_id: configText(200).optional(),
  }),
  ports: ['success', 'insufficient', 'failure'],
  modifies: () => [{ entity: 'inventory.inventory_items', event: 'on_update', values: {} }],
});
