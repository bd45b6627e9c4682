import { z } from 'zod';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

const channel = z.enum(['in_app', 'webhook', 'push', 'sms']).refine((name) => name === 'in_app' || name === 'webhook', {
  error: ({ input }) => `No provider is configured for ${String(input)}. Use in_app or webhook.`,
});

/** Sends a notification to users, in the app or through the webhook of the organization's inbox. */
export const sendNotification = defineActionType({
  type: 'send_notification',
  category: 'notification',
  description: 'Notify users in the app, or through the webhook of the organization. Push and SMS are not configured.',
  config: z.strictObject({
    recipients: z.array(z.string().max(200)).min(1).max(100),
    channels: z.array(channel).min(1),
    title: configText(300).optional(),
    message: configText(4_000).optional(),
    priority: z.enum(['low', 'medium', 'high']).default('medium'),
    action_url: z.string().max(2_000).optional(),
  }),
  ports: outcomePorts,
  uses: ({ recipients }) => ({
    recipients: recipients.map((id, index) => ({ path: `recipients[${index}]`, kind: 'user', id })),
  }),
});
