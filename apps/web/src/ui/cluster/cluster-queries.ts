import {
  clusterListResponseSchema,
  clusterQuestionResponseSchema,
  clusterReportResponseSchema,
  type ClusterQuestionRequest,
} from '@shipmate/protocol';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { runsKey } from '../runs/runs-query.ts';

/** A report is made anew so often while the page is seen. */
export const reportIntervalMs = 15_000;

/** The clusters that are configured. */
export function useClusters() {
  return useQuery({
    queryKey: ['clusters'],
    queryFn: ({ signal }) => requestJson('/api/clusters', { schema: clusterListResponseSchema, signal }),
  });
}

/** How a cluster, or one namespace of it, is and what is wrong in it; looked at again and again, but not while the page is hidden. */
export function useClusterReport(context: string, namespace: string | undefined) {
  const query = new URLSearchParams({ context, ...(namespace !== undefined && { namespace }) });
  return useQuery({
    queryKey: ['clusters', 'report', context, namespace],
    queryFn: ({ signal }) =>
      requestJson(`/api/clusters/report?${query}`, { schema: clusterReportResponseSchema, signal }),
    refetchInterval: reportIntervalMs,
  });
}

/** Asks the cluster agent; the answer is written in a conversation of its own. */
export function useAskCluster() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ClusterQuestionRequest) =>
      requestJson('/api/clusters/conversations', { schema: clusterQuestionResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
  });
}
