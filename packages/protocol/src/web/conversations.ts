import { contextTypes } from '@shipmate/domain/conversation';
import { z } from 'zod';
import { pageQuerySchema } from './page.ts';

export const conversationSummarySchema = z.object({
  id: z.string(),
  /** Null until the first answer is complete. */
  title: z.string().nullable(),
  createdAt: z.string(),
  /** Time of the last message. */
  updatedAt: z.string(),
});
export type ConversationSummary = z.infer<typeof conversationSummarySchema>;

/** Query of `GET /api/workspaces/{id}/conversations`. */
export const conversationListQuerySchema = pageQuerySchema.extend({
  /** Search words, each of which must occur in the title or in the same message; all conversations when empty. */
  q: z.string().max(200).default(''),
});

/** `GET /api/workspaces/{id}/conversations`: the caller's own, most recent message first. */
export const conversationListResponseSchema = z.object({
  conversations: z.array(
    conversationSummarySchema.extend({
      /** Excerpt of the matching message; null without a search, and when the title matches. */
      excerpt: z.string().nullable(),
    }),
  ),
  /** `before` of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type ConversationListResponse = z.infer<typeof conversationListResponseSchema>;

/** Total usage of all answers, including replaced and regenerated ones. */
export const spentSchema = z.object({
  answers: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  cacheReadTokens: z.number().int(),
  cacheWriteTokens: z.number().int(),
  reasoningTokens: z.number().int(),
  /** In US dollars; without answers of unknown price. */
  costUsd: z.number(),
  unpricedAnswers: z.number().int(),
});
export type Spent = z.infer<typeof spentSchema>;

/** `GET /api/conversations/{id}`, and the response to renaming it. */
export const conversationDetailSchema = conversationSummarySchema.extend({
  spent: spentSchema,
  /** The run and step from which this conversation branched; null for most conversations. */
  branchOf: z.object({ runId: z.string(), fromStep: z.number().int() }).nullable(),
  /** Suggested questions after the newest answer, with its run; null while a model generates them. */
  followUps: z.object({ runId: z.string(), questions: z.array(z.string()).nullable() }).nullable(),
});
export type ConversationDetail = z.infer<typeof conversationDetailSchema>;

/** `PATCH /api/conversations/{id}` renames, archives or restores a conversation. */
export const changeConversationRequestSchema = z
  .strictObject({
    title: z.string().trim().min(1).max(120).optional(),
    isArchived: z.boolean().optional(),
  })
  .refine(({ title, isArchived }) => title !== undefined || isArchived !== undefined, 'Send a title or isArchived.');
export type ChangeConversationRequest = z.input<typeof changeConversationRequestSchema>;

/** Query of `GET /api/conversations`. */
export const allConversationsQuerySchema = conversationListQuerySchema.extend({
  /** `true` lists the archived conversations in place of the others. */
  archived: z.enum(['true', 'false']).default('false'),
});

/** `GET /api/conversations`: the caller's own of all kinds, most recent message first. */
export const allConversationsResponseSchema = z.object({
  conversations: z.array(
    conversationSummarySchema.extend({
      contextType: z.enum(contextTypes),
      workspaceId: z.string().nullable(),
      workspaceName: z.string().nullable(),
      isArchived: z.boolean(),
      /** Excerpt of the matching message; null without a search, and when the title matches. */
      excerpt: z.string().nullable(),
    }),
  ),
  /** `before` of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type AllConversationsResponse = z.infer<typeof allConversationsResponseSchema>;

/** Query of `GET /api/conversations/{id}/export`. */
export const conversationExportQuerySchema = z.strictObject({
  format: z.enum(['markdown', 'json']).default('markdown'),
});
export type ConversationExportQuery = z.input<typeof conversationExportQuerySchema>;
