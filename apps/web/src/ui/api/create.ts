import { importArchiveResponseSchema } from '@shipmate/protocol/web/archive';
import {
  catalogChartResponseSchema,
  chartSearchResponseSchema,
  createFromManifestsResponseSchema,
  type CreateFromCatalogRequest,
  type CreateFromManifestsRequest,
} from '@shipmate/protocol/web/create';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { workspacesKey } from './workspaces.ts';

/** Searches published charts for a text; sends no request while the text is empty. */
export function useChartSearch(text: string) {
  return useQuery({
    queryKey: ['charts', text],
    queryFn: ({ signal }) =>
      requestJson(`/api/charts?${new URLSearchParams({ q: text }).toString()}`, {
        schema: chartSearchResponseSchema,
        signal,
      }),
    select: ({ charts }) => charts,
    enabled: text !== '',
    retry: false,
  });
}

/** A published chart with its versions. */
export function useCatalogChart({ repository, name }: { readonly repository: string; readonly name: string }) {
  return useQuery({
    queryKey: ['charts', repository, name],
    queryFn: ({ signal }) =>
      requestJson(`/api/charts/${encodeURIComponent(repository)}/${encodeURIComponent(name)}`, {
        schema: catalogChartResponseSchema,
        signal,
      }),
    retry: false,
  });
}

/** Creates a workspace from a published chart. */
export function useCreateFromCatalog() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateFromCatalogRequest) =>
      requestJson('/api/workspaces/catalog', { schema: importArchiveResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: workspacesKey }),
  });
}

/** Creates a workspace from manifests. */
export function useCreateFromManifests() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateFromManifestsRequest) =>
      requestJson('/api/workspaces/manifests', { schema: createFromManifestsResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: workspacesKey }),
  });
}
