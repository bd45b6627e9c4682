import { z } from 'zod';

/** A plan, as its card shows it. `POST /api/chat` with its `id` as `planId` applies it. */
export const planSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  summary: z.string(),
  /** `proposed` and `partly_applied` plans can be applied or ignored. */
  status: z.enum(['proposed', 'applying', 'partly_applied', 'applied', 'ignored', 'superseded']),
  actions: z.array(
    z.object({
      path: z.string(),
      action: z.enum(['create', 'modify', 'delete', 'rename']),
      /** For `rename` only. */
      newPath: z.string().nullable(),
      why: z.string(),
      isDone: z.boolean(),
    }),
  ),
  createdAt: z.string(),
});
export type PlanView = z.infer<typeof planSchema>;

/**
 * `GET /api/workspaces/{id}/plans`: the caller's own, newest first. `POST …/plans/{planId}/ignore` returns the plan.
 */
export const planListResponseSchema = z.object({ plans: z.array(planSchema) });
export type PlanListResponse = z.infer<typeof planListResponseSchema>;
