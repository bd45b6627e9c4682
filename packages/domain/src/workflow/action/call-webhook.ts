import { jsonValueSchema } from '@shipmate/core';
import { z } from 'zod';
import { defineActionType, orTemplate } from './action-type.ts';

/** Calls a URL. */
export const callWebhook = defineActionType({
  type: 'call_webhook',
  category: 'integration',
  description: 'Send an HTTP request to an allowed host.',
  config: z.strictObject({
    url: orTemplate(z.url({ protocol: /^https?$/ })),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    headers: z.record(z.string().max(200), z.string().max(2_000)).optional(),
    body: jsonValueSchema.optional(),
    timeout_seconds: z.number().int().min(1).max(300).default(30),
    expected_status_codes: z.array(z.number().int().min(100).max(599)).max(50).optional(),
  }),
  ports: ['success', 'client_error', 'server_error', 'unexpected_response', 'timeout', 'failure'],
});
