import { patternListResponseSchema, patternSchema, patternSearchResponseSchema } from '@shipmate/protocol/web/patterns';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { deleteResource, fetchOk, requestJson } from '../api/request.ts';

const patternsKey = ['patterns'] as const;

/** All documents of the organization, and whether the person may change them. */
export function usePatterns() {
  return useQuery({
    queryKey: [...patternsKey, 'list'],
    queryFn: ({ signal }) => requestJson('/api/patterns', { schema: patternListResponseSchema, signal }),
  });
}

/** The passages that agents find for a query; shows the previous result while the next one loads. */
export function usePatternSearch(words: string) {
  return useQuery({
    queryKey: [...patternsKey, 'search', words],
    queryFn: ({ signal }) =>
      requestJson(`/api/patterns/search?${new URLSearchParams({ q: words })}`, {
        schema: patternSearchResponseSchema,
        signal,
      }),
    select: ({ passages }) => passages,
    enabled: words !== '',
    placeholderData: keepPreviousData,
  });
}

/** One document in full. */
export function usePattern(patternId: string) {
  return useQuery({
    queryKey: [...patternsKey, 'one', patternId],
    queryFn: ({ signal }) => requestJson(`/api/patterns/${patternId}`, { schema: patternSchema, signal }),
  });
}

/** Saves a Markdown document with front matter. */
export function useSavePattern() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (document: string) =>
      fetchOk('/api/patterns', { method: 'POST', headers: { 'content-type': 'text/markdown' }, body: document }),
    onSuccess: () => client.invalidateQueries({ queryKey: patternsKey }),
  });
}

/** Deletes a document. */
export function useDeletePattern(patternId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => deleteResource(`/api/patterns/${patternId}`),
    onSettled: () => client.invalidateQueries({ queryKey: [...patternsKey, 'list'] }),
  });
}
