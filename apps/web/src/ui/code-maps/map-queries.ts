import { isEnded } from '@shipmate/domain/run';
import {
  type CodeIndexView,
  codeMapListResponseSchema,
  type CodeSearchResponse,
  codeSearchResponseSchema,
  startIndexResponseSchema,
} from '@shipmate/protocol/web/code-maps';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';

/** A file or symbol that a search found. */
export type CodeHit = Pick<CodeSearchResponse['hits'][number], 'path' | 'symbol'>;

/** Refresh interval while an index runs. */
const refreshMs = 1_000;

/** Returns true until the run of an index has ended. */
export function isIndexing(index: CodeIndexView | null | undefined): boolean {
  return index != null && !isEnded(index.status);
}

const mapsKey = (repositoryId: string) => ['code-maps', repositoryId] as const;

/** The maps of a repository, newest first, and its newest index; refreshes while the index runs. */
export function useMaps(repositoryId: string) {
  return useQuery({
    queryKey: mapsKey(repositoryId),
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/maps`, { schema: codeMapListResponseSchema, signal }),
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
