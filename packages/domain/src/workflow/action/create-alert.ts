import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { alertSeverities } from '../alert.ts';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

const recipients = z
  .strictObject({
    users: z.array(z.string().max(200)).max(100).default([]),
    roles: z.array(z.string().max(200)).max(20).default([]),
  })
  .refine(({ users, roles }) => users.length + roles.length > 0, 'needs at least one user or role');

/** Creates an alert in the inbox of users and roles. */
export const createAlert = defineActionType({
  type: 'create_alert',
  category: 'notification',
  description: 'Create an alert in the inbox of users and roles.',
  config: z.strictObject({
    alert_type: configText(100),
    severity: z.enum(alertSeverities),
    title: configText(300),
    message: configText(4_000),
    recipients,
    context: z.record(z.string(), jsonValueSchema).optional(),
    action_url: z.string().max(2_000).optional(),
    resolve_prior: z.boolean().default(false),
  }),
  ports: outcomePorts,
  uses: ({ recipients: { users, roles } }) => ({
    recipients: [
      ...users.map((id, index) => ({ path: `recipients.users[${index}]`, kind: 'user' as const, id })),
      ...roles.map((id, index) => ({ path: `recipients.roles[${index}]`, kind: 'role' as const, id })),
    ],
  }),
});
