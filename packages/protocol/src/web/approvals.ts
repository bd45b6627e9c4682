import { z } from 'zod';
import { valueOriginSchema } from './value-origins.ts';

/** The question whether a tool call may be carried out, as its card shows it. */
export const approvalSchema = z.object({
  id: z.string(),
  runId: z.string(),
  conversationId: z.string(),
  workspaceId: z.string().nullable(),
  toolCallId: z.string(),
  tool: z.string(),
  /** What the tool will be given. */
  input: z.unknown(),
  effect: z.enum(['read', 'write', 'destructive']),
  /** Whether it can be decided by `always`. */
  isGrantable: z.boolean(),
  /** What the call would do, as a dry run says: headings that begin with `#`, and unified diffs. Null for tools that cannot tell. */
  preview: z.string().nullable(),
  /** Values of the input that come from untrusted text and not from the person. */
  origins: z.array(valueOriginSchema),
  /** Only a `pending` one can be decided. */
  status: z.enum(['pending', 'approved', 'used', 'denied', 'expired', 'cancelled']),
  decidedBy: z.enum(['user', 'grant', 'policy']).nullable(),
  reason: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.string().nullable(),
});
export type ApprovalView = z.infer<typeof approvalSchema>;

/** `GET /api/approvals`: those that wait for the caller, oldest first. `GET /api/approvals/{id}` answers one. */
export const approvalListResponseSchema = z.object({ approvals: z.array(approvalSchema) });
export type ApprovalListResponse = z.infer<typeof approvalListResponseSchema>;

/**
 * `POST /api/approvals/{id}/decision` answers the approval. `always` approves this call and, from now on, calls of the tool in
 * the workspace; only calls that write there can have that, never those that change clusters. Deciding the same again changes nothing; otherwise it is a CONFLICT.
 */
export const approvalDecisionRequestSchema = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('always') }),
  /** The reason is told to the model. */
  z.object({ decision: z.literal('deny'), reason: z.string().trim().max(2_000).optional() }),
]);
export type ApprovalDecisionRequest = z.infer<typeof approvalDecisionRequestSchema>;

/** `GET /api/workspaces/{id}/grants`, newest first. `DELETE /api/grants/{id}` revokes one. */
export const toolGrantListResponseSchema = z.object({
  grants: z.array(z.object({ id: z.string(), tool: z.string(), createdAt: z.string() })),
});
export type ToolGrantListResponse = z.infer<typeof toolGrantListResponseSchema>;
