import { z } from 'zod';

const verdictSchema = z.strictObject({
  /** What it is for; all that is named must fit. */
  when: z
    .strictObject({
      kind: z.string().optional(),
      operation: z.enum(['CREATE', 'UPDATE', 'DELETE']).optional(),
      /** A pattern found in the object as JSON. */
      object: z.string().optional(),
      /** A pattern that is not found in it. */
      lacks: z.string().optional(),
    })
    .default({}),
  /** Refuses the object, with this explanation. */
  deny: z.string().optional(),
  /** Changes the object; only webhooks of mutating configurations may. */
  patch: z.record(z.string(), z.unknown()).optional(),
  /** Warns whoever sent it. */
  warn: z.string().optional(),
  /** The call itself fails so, such as `context deadline exceeded`. */
  error: z.string().optional(),
});

/** What answers an admission webhook, in place of a program. */
export const webhookHandlerSchema = z.strictObject({
  /** The service that configurations name, as `namespace/name`; without ready endpoints it cannot be called. */
  service: z.string().regex(/^[^/]+\/[^/]+$/),
  /** The path, where a service answers several. */
  path: z.string().optional(),
  /** What vouches for its certificate, as configurations give it; one that gives another is not served. */
  caBundle: z.string().optional(),
  /** The first that fits holds; what fits none is let in. */
  verdicts: z.array(verdictSchema).default([]),
});

/** As one writes it; what is left out has its default. */
export type WebhookHandler = z.input<typeof webhookHandlerSchema>;
export type ParsedWebhookHandler = z.output<typeof webhookHandlerSchema>;
export type WebhookVerdict = z.output<typeof verdictSchema>;
