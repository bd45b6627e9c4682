import { z } from 'zod';
import { configText, defineActionType, fieldValuesSchema } from './action-type.ts';

/** Reads a row. */
export const lookupEntity = defineActionType({
  type: 'lookup_entity',
  category: 'data',
  description: 'Read fields of the first row that matches a filter. Later actions use them as {{output_key.field}}.',
  config: z.strictObject({
    entity: configText(200),
    filter: fieldValuesSchema,
    fields: z.array(configText(200)).min(1).max(100),
    output_key: configText(100),
  }),
  ports: ['found', 'not_found', 'failure'],
  uses: ({ entity, filter, fields }) => ({
    fields: [
      { path: 'entity', entity, field: null, isWritten: false },
      ...Object.keys(filter).map((field) => ({ path: `filter.${field}`, entity, field, isWritten: false })),
      ...fields.map((field, index) => ({ path: `fields[${index}]`, entity, field, isWritten: false })),
    ],
  }),
});
