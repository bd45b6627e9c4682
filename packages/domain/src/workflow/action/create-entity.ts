import { z } from 'zod';
import { configText, defineActionType, fieldValuesSchema, outcomePorts } from './action-type.ts';

/** Creates a row. */
export const createEntity = defineActionType({
  type: 'create_entity',
  category: 'data',
  description: 'Create a row of an entity.',
  config: z.strictObject({ target_entity: configText(200), fields: fieldValuesSchema }),
  ports: outcomePorts,
  modifies: ({ target_entity: entity, fields }) => [{ entity, event: 'on_create', values: fields }],
  uses: ({ target_entity: entity, fields }) => ({
    fields: [
      { path: 'target_entity', entity, field: null, isWritten: true },
      ...Object.keys(fields).map((field) => ({ path: `fields.${field}`, entity, field, isWritten: true })),
    ],
  }),
});
