import { z } from 'zod';

export const conversationSummarySchema = z.object({
  id: z.string(),
  /** Null until the first answer is complete. */
  title: z.string().nullable(),
  createdAt: z.string(),
  /** When it was last spoken in. */
  updatedAt: z.string(),
});
export type ConversationSummary = z.infer<typeof conversationSummarySchema>;

/** What `GET /api/workspaces/{id}/conversations` takes. */
export const conversationListQuerySchema = z.object({
  /** Words to search for, each of them in the title or in one message; all conversations when empty. */
  q: z.string().max(200).default(''),
});

/** `GET /api/workspaces/{id}/conversations`: the caller's own, last spoken in first. */
export const conversationListResponseSchema = z.object({
  conversations: z.array(
    conversationSummarySchema.extend({
      /** A piece of the message that was found; null without a search, and when it is the title that was. */
      excerpt: z.string().nullable(),
    }),
  ),
});
export type ConversationListResponse = z.infer<typeof conversationListResponseSchema>;

/** What all answers have cost, those that were replaced or made anew too. */
export const spentSchema = z.object({
  answers: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cacheReadTokens: z.number().int(),
  cacheWriteTokens: z.number().int(),
  reasoningTokens: z.number().int(),
  /** In US dollars; without the answers whose price is not known. */
  costUsd: z.number(),
  unpricedAnswers: z.number().int(),
});
export type Spent = z.infer<typeof spentSchema>;

/** `GET /api/conversations/{id}`, and the answer to renaming it. */
export const conversationDetailSchema = conversationSummarySchema.extend({
  spent: spentSchema,
  /** The run of another conversation that goes its own way here, and from which step on; null for most. */
  branchOf: z.object({ runId: z.string(), fromStep: z.number().int() }).nullable(),
  /** What may be asked after the newest answer, which its run names; null while a model thinks about it. */
  followUps: z.object({ runId: z.string(), questions: z.array(z.string()).nullable() }).nullable(),
});
export type ConversationDetail = z.infer<typeof conversationDetailSchema>;

/** `PATCH /api/conversations/{id}`. */
export const renameConversationRequestSchema = z.object({ title: z.string().trim().min(1).max(120) });
export type RenameConversationRequest = z.input<typeof renameConversationRequestSchema>;

/** What `GET /api/conversations/{id}/export` takes. */
export const conversationExportQuerySchema = z.object({ format: z.enum(['markdown', 'json']).default('markdown') });
export type ConversationExportQuery = z.input<typeof conversationExportQuerySchema>;
