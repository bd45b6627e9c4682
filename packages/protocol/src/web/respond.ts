import { z } from 'zod';
import { clientIdSchema } from './chat.ts';

/**
 * `POST /api/respond` has a worker answer a conversation, like the job `respond`, and returns the final text. An answer
 * is a run like any other. With `detach` it returns 202 as soon as the run is queued.
 */
export const respondRequestSchema = z.strictObject({
  /**
   * The conversation so far; the last message is the question. For an existing conversation only the last message is
   * read.
   */
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.string().trim().min(1).max(100_000) }))
    .min(1)
    .max(500),
  provider: z.string().min(1).max(100).optional(),
  model: z.string().min(1).max(200).optional(),
  /** The client's id for the conversation, unique per user, or the server's id. Default: a new conversation. */
  conversationId: clientIdSchema,
  /** The workspace to work on; without it the answer is plain text. */
  workspace: z.strictObject({ id: z.string() }).optional(),
  /** The client's id for the answer, unique per user: the same id again returns the same answer. */
  taskId: z.uuid().optional(),
  detach: z.boolean().default(false),
});
export type RespondRequest = z.input<typeof respondRequestSchema>;

export const respondResponseSchema = z.object({
  runId: z.string(),
  conversationId: z.string(),
  /** Absent for a queued answer. */
  response: z.string().optional(),
});
export type RespondResponse = z.infer<typeof respondResponseSchema>;
