import { z } from 'zod';

const verdictSchema = z.strictObject({
  /** Conditions of a verdict; all given ones must hold. */
  when: z
    .strictObject({
      kind: z.string().optional(),
      operation: z.enum(['CREATE', 'UPDATE', 'DELETE']).optional(),
      /** A pattern that the object's JSON matches. */
      object: z.string().optional(),
      /** A pattern that the object's JSON does not match. */
      lacks: z.string().optional(),
    })
    .default({}),
  /** Denies the object with this message. */
  deny: z.string().optional(),
  /** Patches the object; only webhooks of mutating configurations may. */
  patch: z.record(z.string(), z.unknown()).optional(),
  /** Warns the client. */
  warn: z.string().optional(),
  /** Fails the call with this error, such as `context deadline exceeded`. */
  error: z.string().optional(),
});

/** A handler that answers an admission webhook. */
export const webhookHandlerSchema = z.strictObject({
  /** The service in configurations, as `namespace/name`; without ready endpoints, calls fail. */
  service: z.string().regex(/^[^/]+\/[^/]+$/),
  /** The path, if the service has several. */
  path: z.string().optional(),
  /** The CA bundle in configurations; calls with another one fail. */
  caBundle: z.string().optional(),
  /** Verdicts; the first match applies, and no match allows the object. */
  verdicts: z.array(verdictSchema).default([]),
});

/** The input form, with defaults omitted. */
export type WebhookHandler = z.input<typeof webhookHandlerSchema>;
export type ParsedWebhookHandler = z.output<typeof webhookHandlerSchema>;
export type WebhookVerdict = z.output<typeof verdictSchema>;
