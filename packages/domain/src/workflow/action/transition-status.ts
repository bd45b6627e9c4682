import { z } from 'zod';
import { configText, defineActionType } from './action-type.ts';

/** Moves a row from one status to another. */
export const transitionStatus = defineActionType({
  type: 'transition_status',
  category: 'data',
  description: 'Move a row to a status, only from the statuses that are listed as valid.',
  config: z.strictObject({
    target_entity: configText(200),
    status_field: configText(200),
    to_status: configText(200),
    valid_from_statuses: z.array(configText(200)).min(1).max(50),
    target_id: configText(200).optional(),
  }),
  ports: ['success', 'invalid_transition', 'failure'],
  modifies: ({ target_entity: entity, status_field: field, to_status: value }) => [
    { entity, event: 'on_update', values: { [field]: value } },
  ],
  uses: ({ target_entity: entity, status_field: field }) => ({
    fields: [{ path: 'status_field', entity, field, isWritten: true }],
  }),
});
