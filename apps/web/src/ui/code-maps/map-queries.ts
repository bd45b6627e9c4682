import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { requestJson } from '../api/request.ts';

const mapSchema = z.object({
  id: z.string(),
  commit: z.string(),
  branch: z.string().nullable(),
  files: z.number(),
  size: z.number(),
  languages: z.array(z.object({ language: z.string(), files: z.number(), size: z.number() })),
  leftOut: z.array(z.object({ reason: z.string(), count: z.number(), examples: z.array(z.string()) })),
  createdAt: z.string(),
});
export type CodeMapView = z.infer<typeof mapSchema>;

const indexSchema = z.object({
  runId: z.string(),
  status: z.string(),
  branch: z.string().nullable(),
  progress: z.object({ phase: z.string(), done: z.number(), total: z.number() }).nullable(),
  errorMessage: z.string().nullable(),
});
export type CodeIndexView = z.infer<typeof indexSchema>;

const mapsResponseSchema = z.object({ maps: z.array(mapSchema), index: indexSchema.nullable() });

const searchResponseSchema = z.object({
  hits: z.array(
    z.object({
      path: z.string(),
      symbol: z.object({ name: z.string(), kind: z.string(), startLine: z.number(), endLine: z.number() }).nullable(),
    }),
  ),
});
export type CodeHit = z.infer<typeof searchResponseSchema>['hits'][number];

/** Refresh interval while an index runs. */
const refreshMs = 1_000;

/** Returns true until the run of an index has ended. */
export function isIndexing(index: CodeIndexView | null | undefined): boolean {
  return index != null && ['queued', 'running', 'waiting'].includes(index.status);
}

const mapsKey = (repositoryId: string) => ['code-maps', repositoryId] as const;

/** The maps of a repository, newest first, and its newest index; refreshes while the index runs. */
export function useMaps(repositoryId: string) {
  return useQuery({
    queryKey: mapsKey(repositoryId),
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/maps`, { schema: mapsResponseSchema, signal }),
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
        schema: z.unknown(),
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
        schema: searchResponseSchema,
        signal,
      }),
    select: ({ hits }) => hits,
    retry: false,
  });
}
