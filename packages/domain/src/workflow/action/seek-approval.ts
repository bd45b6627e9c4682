import { z } from 'zod';
import { configText, defineActionType } from './action-type.ts';

/** Asks people for an approval. */
export const seekApproval = defineActionType({
  type: 'seek_approval',
  category: 'control',
  description:
    'Wait until approvers decide: any of them, all, or a majority. If they do not in time, the escalation user is asked for as long again.',
  config: z.strictObject({
    approvers: z.array(z.string().max(200)).min(1).max(50),
    approval_type: z.enum(['any', 'all', 'majority']),
    timeout_hours: z.number().positive().max(720).default(168),
    escalation_user_id: z.string().max(200).optional(),
    approval_message: configText(2_000).optional(),
    display_fields: z.array(configText(200)).max(50).optional(),
  }),
  ports: ['approved', 'rejected', 'timed_out'],
  isLong: true,
  uses: ({ approvers, escalation_user_id: escalation }) => ({
    recipients: [
      ...approvers.map((id, index) => ({ path: `approvers[${index}]`, kind: 'user' as const, id })),
      ...(escalation === undefined ? [] : [{ path: 'escalation_user_id', kind: 'user' as const, id: escalation }]),
    ],
  }),
});
