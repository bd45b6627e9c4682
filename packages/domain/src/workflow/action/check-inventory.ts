import { z } from 'zod';
import { configText, defineActionType, orTemplate } from './action-type.ts';

/** Compares the stock of a product with a threshold. */
export const checkInventory = defineActionType({
  type: 'check_inventory',
  category: 'inventory',
  description: 'Compare the available stock of a product with a threshold.',
  config: z.strictObject({
    product_id: configText(200).optional(),
    threshold: orTemplate(z.number()),
    warehouse_id: configText(200).optional(),
    source_from_line_item: z.boolean().default(false),
  }),
  ports: ['sufficient', 'insufficient', 'failure'],
});
