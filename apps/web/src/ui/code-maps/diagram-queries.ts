import type { DiagramRequest } from '@shipmate/domain/code-map';
import {
  type ChangeDiagramRequest,
  type CreateDiagramRequest,
  diagramListResponseSchema,
  diagramPictureSchema,
  diagramResponseSchema,
  diagramSchema,
} from '@shipmate/protocol/web/diagrams';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, requestJson } from '../api/request.ts';

/** The key of all queries of diagrams. */
export const diagramsKey = ['diagrams'] as const;

/** Options for the query of a repository's diagrams by name, with the label of the repository. */
export function diagramsOptions(repositoryId: string) {
  return queryOptions({
    queryKey: [...diagramsKey, 'list', repositoryId],
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/diagrams`, { schema: diagramListResponseSchema, signal }),
  });
}

/** The diagrams of a repository by name, and the label of the repository. */
export function useDiagrams(repositoryId: string) {
  return useQuery(diagramsOptions(repositoryId));
}

/** Options for the query of a stored diagram and its picture. */
export function diagramOptions(diagramId: string) {
  return queryOptions({
    queryKey: [...diagramsKey, 'one', diagramId],
    queryFn: ({ signal }) => requestJson(`/api/diagrams/${diagramId}`, { schema: diagramResponseSchema, signal }),
    staleTime: 60_000,
    retry: false,
  });
}

/** A stored diagram and its picture. */
export function useDiagram(diagramId: string) {
  return useQuery(diagramOptions(diagramId));
}

/** The picture of a request that is not stored; the previous picture stays until it is drawn. */
export function useDrawnDiagram(repositoryId: string, request: DiagramRequest | undefined) {
  return useQuery({
    queryKey: [...diagramsKey, 'drawn', repositoryId, request],
    enabled: request !== undefined,
    queryFn: ({ signal }) =>
      requestJson(`/api/repositories/${repositoryId}/draw`, {
        schema: diagramPictureSchema,
        body: { request },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  });
}

/** Stores a new diagram of a repository. */
export function useCreateDiagram(repositoryId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateDiagramRequest) =>
      requestJson(`/api/repositories/${repositoryId}/diagrams`, { schema: diagramSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...diagramsKey, 'list', repositoryId] }),
  });
}

/** Changes a stored diagram. */
export function useChangeDiagram(diagramId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeDiagramRequest) =>
      requestJson(`/api/diagrams/${diagramId}`, { schema: diagramSchema, body, method: 'PATCH' }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [...diagramsKey, 'list'] }),
        client.invalidateQueries({ queryKey: [...diagramsKey, 'one', diagramId] }),
      ]),
  });
}

/** Deletes a stored diagram. */
export function useDeleteDiagram(diagramId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(`/api/diagrams/${diagramId}`),
    onSuccess: () => client.invalidateQueries({ queryKey: [...diagramsKey, 'list'] }),
  });
}
