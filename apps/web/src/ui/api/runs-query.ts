import type { AppError } from '@shipmate/core';
import {
  retryRunResponseSchema,
  runListResponseSchema,
  runTraceSchema,
  type RetryRunRequest,
  type RunListQuery,
  type RunTrace,
} from '@shipmate/protocol/web/runs';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type Query } from '@tanstack/react-query';
import { postCommand, requestJson } from './request.ts';
import { isActive } from './run-words.ts';

/** Query key of all data about runs. */
export const runsKey = ['runs'] as const;

const livelyMs = 1_500;
const calmMs = 4_000;

/** The caller's runs with a status, newest first, in pages; polls while one of them is active. */
export function useRuns(status: RunListQuery['status']) {
  return useInfiniteQuery({
    queryKey: [...runsKey, 'list', status],
    queryFn: ({ pageParam, signal }) => {
      const given = { status, before: pageParam ?? undefined };
      const query = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
      return requestJson(`/api/runs?${new URLSearchParams(query)}`, { schema: runListResponseSchema, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ runs }) => runs.some(isActive)) ? livelyMs : calmMs),
  });
}

/** The trace of a run; polls until the run ends. */
export function useRunTrace(runId: string) {
  return useQuery({
    queryKey: [...runsKey, 'trace', runId],
    queryFn: ({ signal }) => requestJson(`/api/runs/${encodeURIComponent(runId)}`, { schema: runTraceSchema, signal }),
    refetchInterval: ({ state }: Query<RunTrace, AppError>) =>
      state.data && isActive(state.data.run) ? livelyMs : false,
  });
}

/** Stops a run; its output is kept. */
export function useStopRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => postCommand(`/api/runs/${runId}/stop`),
    onSettled: () => client.invalidateQueries({ queryKey: runsKey }),
  });
}

/** Retries a run from one of its steps. */
export function useRetryRun(runId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RetryRunRequest) =>
      requestJson(`/api/runs/${runId}/retry`, { schema: retryRunResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: runsKey }),
  });
}
