import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

/** Writes an entry to the audit log. */
export const logAuditEntry = defineActionType({
  type: 'log_audit_entry',
  category: 'data',
  description: 'Write an entry to the audit log of the organization.',
  config: z.strictObject({
    entity_name: configText(200),
    action: configText(200),
    message: configText(2_000),
    entity_id: configText(200).optional(),
    metadata: z.record(z.string(), jsonValueSchema).optional(),
  }),
  ports: outcomePorts,
});
