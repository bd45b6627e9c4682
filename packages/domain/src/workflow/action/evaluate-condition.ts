import { z } from 'zod';
import { fieldConditionSchema } from '../condition/field-condition.ts';
import { defineActionType } from './action-type.ts';

/** Tests conditions on the row of the event. */
export const evaluateCondition = defineActionType({
  type: 'evaluate_condition',
  category: 'control',
  description: 'Test conditions on the row of the event and continue at the output "true" or "false".',
  config: z.strictObject({
    conditions: z.array(fieldConditionSchema).min(1).max(50),
    logic_type: z.enum(['and', 'or']).default('and'),
  }),
  ports: ['true', 'false'],
  uses: ({ conditions }) => ({ conditions: { path: 'conditions', conditions } }),
});
