import { z } from 'zod';

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
  /** A new conversation by default. */
  conversationId: z.uuid().optional(),
  /** The charts to work on; without it the answer is plain text. */
  workspace: z.object({ id: z.string() }).optional(),
  /** Names the answer: asked for again with the same id, it is not made twice. */
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
