import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { fieldConditionSchema } from '../condition/field-condition.ts';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

/** Sets a field of rows. */
export const updateField = defineActionType({
  type: 'update_field',
  category: 'data',
  description: 'Set a field of the row of the event, or of the rows that match conditions.',
  config: z.strictObject({
    target_entity: configText(200),
    target_field: configText(200),
    new_value: jsonValueSchema,
    field_type: configText(50).optional(),
    foreign_key_config: z.record(z.string(), jsonValueSchema).optional(),
    conditions: z.array(fieldConditionSchema).max(50).optional(),
    timeout_ms: z.number().int().positive().max(300_000).optional(),
  }),
  ports: outcomePorts,
  modifies: ({ target_entity: entity, target_field: field, new_value: value }) => [
    { entity, event: 'on_update', values: { [field]: value } },
  ],
  uses: ({ target_entity: entity, target_field: field, conditions = [] }) => ({
    fields: [
      { path: 'target_field', entity, field, isWritten: true },
      ...conditions.map(({ field_name }, index) => ({
        path: `conditions[${index}].field_name`,
        entity,
        field: field_name,
        isWritten: false,
      })),
    ],
  }),
});
