import { clusterReportSchema } from '@shipmate/domain/cluster';
import { z } from 'zod';

/** `GET /api/clusters`: the contexts that are configured; none where no cluster is. */
export const clusterListResponseSchema = z.object({
  contexts: z.array(z.string()),
  /** The one that is meant when none is named; null where none is the current one. */
  current: z.string().nullable(),
});
export type ClusterListResponse = z.infer<typeof clusterListResponseSchema>;

/** What `GET /api/clusters/report` takes. */
export const clusterReportQuerySchema = z.object({
  context: z.string().trim().min(1).max(253).optional(),
  /** The only namespace to look at. */
  namespace: z.string().trim().min(1).max(63).optional(),
});

/** `GET /api/clusters/report`: how a cluster is and what rules find wrong in it, the worst first. */
export const clusterReportResponseSchema = clusterReportSchema.extend({
  /** Says how many problems were left out, and how to see them; null when none was. */
  left: z.string().nullable(),
});
export type ClusterReportResponse = z.infer<typeof clusterReportResponseSchema>;

/** `POST /api/clusters/conversations` asks the cluster agent and answers 201. The conversation goes on over `POST /api/chat`. */
export const clusterQuestionRequestSchema = z.object({
  message: z.string().trim().min(1).max(20_000),
  model: z.string().optional(),
});
export type ClusterQuestionRequest = z.input<typeof clusterQuestionRequestSchema>;

export const clusterQuestionResponseSchema = z.object({ conversationId: z.string(), runId: z.string() });
export type ClusterQuestionResponse = z.infer<typeof clusterQuestionResponseSchema>;
