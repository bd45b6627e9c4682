import {
  revisionComparisonResponseSchema,
  revisionListResponseSchema,
  type RevisionListResponse,
} from '@shipmate/protocol/web/revisions';
import { rollbackOutlineSchema } from '@shipmate/protocol/web/workspace';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { storeWorkspace, workspaceKey } from './workspace.ts';

/** A revision, with its author and the number of files that it changed. */
export type ListedRevision = RevisionListResponse['revisions'][number];

const revisionsKey = (workspaceId: string) => [...workspaceKey(workspaceId), 'revisions'] as const;

/** The revisions of a workspace, newest first. */
export function useRevisions(workspaceId: string) {
  return useQuery({
    queryKey: revisionsKey(workspaceId),
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/revisions`, { schema: revisionListResponseSchema, signal }),
    select: ({ revisions }) => revisions,
  });
}

/** The changes accepted between two revisions; immutable, so never refetched. */
export function useRevisionComparison(workspaceId: string, { from, to }: { from: number; to: number }) {
  return useQuery({
    queryKey: ['revision-comparison', workspaceId, from, to],
    queryFn: ({ signal }) =>
      requestJson(`/api/workspaces/${workspaceId}/revisions/compare?from=${from}&to=${to}`, {
        schema: revisionComparisonResponseSchema,
        signal,
      }),
    staleTime: Infinity,
  });
}

/**
 * Creates a revision with the files of an old one; fails with `CONFLICT` when the current revision is newer than the
 * one on the screen.
 */
export function useRollBack(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ to, revisionNumber }: { to: number; revisionNumber: number }) =>
      requestJson(`/api/workspaces/${workspaceId}/revisions/${to}/rollback?contents=none`, {
        schema: rollbackOutlineSchema,
        body: { revisionNumber },
      }),
    onSuccess: async (answer) => {
      await storeWorkspace(client, answer);
      await client.invalidateQueries({ queryKey: revisionsKey(workspaceId) });
    },
  });
}
