import { z } from 'zod';
import { clientIdSchema } from './chat.ts';

/**
 * `POST /api/respond` has a worker answer a conversation, as the job `respond` does, and answers with its last words. An answer is a
 * run like any other. With `detach` it answers 202 as soon as that is in line.
 */
export const respondRequestSchema = z.object({
  /** The conversation so far; the last message is the question. A conversation that exists is told of that one only. */
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.string().trim().min(1).max(100_000) }))
    .min(1)
    .max(500),
  provider: z.string().min(1).max(100).optional(),
  model: z.string().min(1).max(200).optional(),
  /** The client's id for the conversation, unique per user, or ours. Default: a new conversation. */
  conversationId: clientIdSchema,
  /** The charts to work on; without it the answer is plain text. */
  workspace: z.object({ id: z.string() }).optional(),
  /** The client's id for the answer, unique per user: the same id again returns the same answer. */
  taskId: z.uuid().optional(),
  detach: z.boolean().default(false),
});
export type RespondRequest = z.input<typeof respondRequestSchema>;

export const respondResponseSchema = z.object({
  runId: z.string(),
  conversationId: z.string(),
  /** Absent of an answer that was only put in line. */
  response: z.string().optional(),
});
export type RespondResponse = z.infer<typeof respondResponseSchema>;
