import { clusterReportSchema } from '@shipmate/domain/cluster';
import { z } from 'zod';

/** `GET /api/clusters`: the configured contexts; empty without a cluster. */
export const clusterListResponseSchema = z.object({
  contexts: z.array(z.string()),
  /** The default context; null when there is none. */
  current: z.string().nullable(),
});
export type ClusterListResponse = z.infer<typeof clusterListResponseSchema>;

/** Query of `GET /api/clusters/report`. */
export const clusterReportQuerySchema = z.strictObject({
  context: z.string().trim().min(1).max(253).optional(),
  /** The only namespace to read. */
  namespace: z.string().trim().min(1).max(63).optional(),
});

/** `GET /api/clusters/report`: the health of a cluster and the problems that the rules found, worst first. */
export const clusterReportResponseSchema = clusterReportSchema.extend({
  /** States how many problems were omitted and how to read them; null when none were. */
  left: z.string().nullable(),
});
export type ClusterReportResponse = z.infer<typeof clusterReportResponseSchema>;

/**
 * `POST /api/clusters/conversations` asks the cluster agent and returns 201. `POST /api/chat` continues the
 * conversation.
 */
export const clusterQuestionRequestSchema = z.strictObject({
  message: z.string().trim().min(1).max(20_000),
  model: z.string().optional(),
});
export type ClusterQuestionRequest = z.input<typeof clusterQuestionRequestSchema>;

export const clusterQuestionResponseSchema = z.object({ conversationId: z.string(), runId: z.string() });
export type ClusterQuestionResponse = z.infer<typeof clusterQuestionResponseSchema>;
