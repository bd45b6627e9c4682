import { isEnded } from '@shipmate/domain/run';
import { codeComparisonSchema } from '@shipmate/protocol/web/code-comparison';
import { codeHealthResponseSchema } from '@shipmate/protocol/web/code-health';
import {
  type CodeIndexView,
  type CodeMapListResponse,
  codeMapListResponseSchema,
  type CodeSearchResponse,
  codeSearchResponseSchema,
  startIndexResponseSchema,
} from '@shipmate/protocol/web/code-maps';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { diagramsKey } from './diagram-queries.ts';

/** A file or symbol that a search found. */
export type CodeHit = Pick<CodeSearchResponse['hits'][number], 'path' | 'symbol'>;

/** Options for queries of parts that a page shows after others. */
interface LoadOptions {
  /** False until they are to be requested. */
  readonly enabled?: boolean;
}

/** Refresh interval while an index runs. */
const refreshMs = 1_000;

/** Returns true until the run of an index has ended. */
export function isIndexing(index: CodeIndexView | null | undefined): boolean {
  return index != null && !isEnded(index.status);
}

const mapsKey = (repositoryId: string) => ['code-maps', repositoryId] as const;

/** The maps of a repository, newest first, and its newest index; refreshes while the index runs. */
export function useMaps(repositoryId: string, { enabled = true }: LoadOptions = {}) {
  return useQuery({
    queryKey: mapsKey(repositoryId),
    enabled,
    async queryFn({ signal, client }) {
      const before = client.getQueryData<CodeMapListResponse>(mapsKey(repositoryId));
      const next = await requestJson(`/api/repositories/${repositoryId}/maps`, {
        schema: codeMapListResponseSchema,
        signal,
      });
      // Pictures are drawn from the newest map.
      if (before && before.maps[0]?.id !== next.maps[0]?.id) void client.invalidateQueries({ queryKey: diagramsKey });
      return next;
    },
    refetchInterval: ({ state }) => isIndexing(state.data?.index) && refreshMs,
    retry: false,
  });
}

/** Starts an index of a branch; of the default branch without one. */
export function useStartIndex(repositoryId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (branch: string | undefined) =>
      requestJson(`/api/repositories/${repositoryId}/maps`, {
        schema: startIndexResponseSchema,
        body: branch === undefined ? {} : { branch },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: mapsKey(repositoryId) }),
  });
}

/** Files and symbols that a search in a map finds; none before two characters. */
export function useMapSearch(repositoryId: string, mapId: string | undefined, text: string) {
  return useQuery({
    queryKey: [...mapsKey(repositoryId), 'search', mapId, text],
    enabled: mapId !== undefined && text.length > 1,
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/maps/${mapId}/search?${new URLSearchParams({ q: text })}`, {
        schema: codeSearchResponseSchema,
        signal,
      }),
    select: ({ hits }) => hits,
    retry: false,
  });
}

/** Findings about the imports of the newest map, which is at this commit. */
export function useHealth(repositoryId: string, commit: string, { enabled = true }: LoadOptions = {}) {
  return useQuery({
    queryKey: [...mapsKey(repositoryId), 'health', commit],
    enabled,
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/health`, { schema: codeHealthResponseSchema, signal }),
    staleTime: Infinity,
    retry: false,
  });
}

/** The difference of two indexed commits; none before both are known. */
export function useComparison(
  repositoryId: string,
  { base, head }: { readonly base: string | undefined; readonly head: string | undefined },
) {
  return useQuery({
    queryKey: [...mapsKey(repositoryId), 'comparison', base, head],
    enabled: base !== undefined && head !== undefined,
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/compare`, {
        schema: codeComparisonSchema,
        body: { base, head },
        signal,
      }),
    staleTime: Infinity,
    retry: false,
  });
}
