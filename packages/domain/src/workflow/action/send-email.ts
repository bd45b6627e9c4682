import { z } from 'zod';
import { configText, defineActionType, orTemplate, outcomePorts } from './action-type.ts';

const addresses = z.array(orTemplate(z.email())).max(50);

/** Sends an email. */
export const sendEmail = defineActionType({
  type: 'send_email',
  category: 'notification',
  description: 'Send an email by SMTP.',
  config: z.strictObject({
    recipients: addresses.min(1),
    subject: configText(300),
    body: configText(20_000),
    cc: addresses.optional(),
    bcc: addresses.optional(),
    is_html: z.boolean().default(false),
    reply_to: orTemplate(z.email()).optional(),
  }),
  ports: outcomePorts,
});
