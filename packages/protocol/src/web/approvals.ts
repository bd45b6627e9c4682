import { z } from 'zod';
import { valueOriginSchema } from './value-origins.ts';

/** The approval of a tool call, as its card shows it. */
export const approvalSchema = z.object({
  id: z.string(),
  runId: z.string(),
  conversationId: z.string(),
  workspaceId: z.string().nullable(),
  toolCallId: z.string(),
  tool: z.string(),
  /** Input of the tool. */
  input: z.unknown(),
  effect: z.enum(['read', 'write', 'destructive']),
  /** True when the decision `always` is allowed. */
  isGrantable: z.boolean(),
  /** Dry-run result of the call: headings that begin with `#`, and unified diffs. Null for tools without a dry run. */
  preview: z.string().nullable(),
  /** Input values that come from untrusted text instead of the person. */
  origins: z.array(valueOriginSchema),
  /** Only a `pending` approval can be decided. */
  status: z.enum(['pending', 'approved', 'used', 'denied', 'expired', 'cancelled']),
  decidedBy: z.enum(['user', 'grant', 'policy']).nullable(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

/** Query of `GET /api/approvals`. */
export const approvalListQuerySchema = z.strictObject({
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/**
 * `GET /api/approvals`: a page of the caller's pending approvals, oldest first; `total` counts those on all pages.
 * `GET /api/approvals/{id}` returns one.
 */
export const approvalListResponseSchema = z.object({ approvals: z.array(approvalSchema), total: z.number().int() });
export type ApprovalListResponse = z.infer<typeof approvalListResponseSchema>;

/**
 * `POST /api/approvals/{id}/decision` returns the approval. `always` approves this call and later calls of the tool in
 * the workspace; it is allowed only for calls that write to the workspace, never for those that change clusters.
 * Repeating the same decision changes nothing; a different one is a CONFLICT.
 */
export const approvalDecisionRequestSchema = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approve') }),
  z.strictObject({ decision: z.literal('always') }),
  /** The model receives the reason. */
  z.strictObject({ decision: z.literal('deny'), reason: z.string().trim().max(2_000).optional() }),
]);
export type ApprovalDecisionRequest = z.infer<typeof approvalDecisionRequestSchema>;

/** `GET /api/workspaces/{id}/grants`, newest first. `DELETE /api/grants/{id}` revokes one. */
export const toolGrantListResponseSchema = z.object({
  grants: z.array(z.object({ id: z.string(), tool: z.string(), createdAt: z.string() })),
});
export type ToolGrantListResponse = z.infer<typeof toolGrantListResponseSchema>;
