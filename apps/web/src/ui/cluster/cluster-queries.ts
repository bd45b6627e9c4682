import {
  clusterListResponseSchema,
  clusterQuestionResponseSchema,
  clusterReportResponseSchema,
  type ClusterQuestionRequest,
} from '@shipmate/protocol/web/clusters';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { runsKey } from '../api/runs-query.ts';

/** Refresh interval of a report while the page is visible. */
export const reportIntervalMs = 15_000;

/** The configured clusters. */
export function useClusters() {
  return useQuery({
    queryKey: ['clusters'],
    queryFn: ({ signal }) => requestJson('/api/clusters', { schema: clusterListResponseSchema, signal }),
  });
}

/** The health and problems of a cluster, or of one namespace; polls, but not while the page is hidden. */
export function useClusterReport(context: string, namespace: string | undefined) {
  const query = new URLSearchParams({ context, ...(namespace !== undefined && { namespace }) });
  return useQuery({
    queryKey: ['clusters', 'report', context, namespace],
    queryFn: ({ signal }) =>
      requestJson(`/api/clusters/report?${query}`, { schema: clusterReportResponseSchema, signal }),
    refetchInterval: reportIntervalMs,
  });
}

/** Asks the cluster agent a question; the answer is written to a new conversation. */
export function useAskCluster() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ClusterQuestionRequest) =>
      requestJson('/api/clusters/conversations', { schema: clusterQuestionResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
  });
}
