import { inboxDecisions, inboxKinds } from '@shipmate/domain/inbox';
import { riskLevels } from '@shipmate/domain/remediation';
import { runOrigins } from '@shipmate/domain/run';
import { z } from 'zod';

/** Something that waits for the caller's decision or answer. */
export const inboxItemSchema = z.object({
  kind: z.enum(inboxKinds),
  /** Unique among the items of its kind. */
  id: z.string(),
  title: z.string(),
  /** The effect of approving it, a line each. */
  effects: z.array(z.string()),
  /** Unified diffs under headings that begin with `#`, or the exact text that is executed. */
  preview: z.string().nullable(),
  /** The computed risk; null when nothing was computed. */
  risk: z.enum(riskLevels).nullable(),
  /** The decisions that the item allows; empty when it has to be opened to answer it. */
  decisions: z.array(z.enum(inboxDecisions)),
  /** Send it back with a decision, which is valid for this version only. */
  version: z.string(),
  origin: z.object({
    runId: z.string().nullable(),
    runOrigin: z.enum(runOrigins).nullable(),
    conversationId: z.string().nullable(),
    conversationTitle: z.string().nullable(),
    workspaceId: z.string().nullable(),
    workspaceName: z.string().nullable(),
    /** The rule whose execution, `runId`, asks. */
    ruleId: z.string().nullable(),
  }),
  createdAt: z.string(),
  /** Null when it does not expire. */
  expiresAt: z.string().nullable(),
});
export type InboxItemView = z.infer<typeof inboxItemSchema>;

/** `GET /api/inbox`: the caller's own, newest first. */
export const inboxResponseSchema = z.object({
  items: z.array(inboxItemSchema),
  /** `before` of the next page; null on the last page. */
  next: z.string().nullable(),
});
export type InboxResponse = z.infer<typeof inboxResponseSchema>;

/**
 * `POST /api/inbox/{kind}/{id}/decision` returns 204. CONFLICT when the item has changed since the caller viewed it, or
 * does not allow the decision; NOT_FOUND when it no longer waits.
 */
export const inboxDecisionRequestSchema = z.strictObject({
  decision: z.enum(inboxDecisions),
  /** The version of the item that the person saw. */
  version: z.string().min(1).max(200),
  /** Reason of a rejection; the agent receives it. */
  reason: z.string().trim().max(2_000).optional(),
});
export type InboxDecisionRequest = z.input<typeof inboxDecisionRequestSchema>;
