import { z } from 'zod';
import { configText, defineActionType, outcomePorts } from './action-type.ts';

/** Sends a notification to users. */
export const sendNotification = defineActionType({
  type: 'send_notification',
  category: 'notification',
  description: 'Notify users in the app. Push and SMS need a provider and fail without one.',
  config: z.strictObject({
    recipients: z.array(z.string().max(200)).min(1).max(100),
    channels: z.array(z.enum(['in_app', 'push', 'sms'])).min(1),
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
