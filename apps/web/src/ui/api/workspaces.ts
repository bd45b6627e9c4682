import {
  createWorkspaceResponseSchema,
  workspaceListResponseSchema,
  type CreateWorkspaceRequest,
} from '@shipmate/protocol/web/workspace';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { inPages, toPageSearch } from './pages.ts';
import { requestJson } from './request.ts';

export const workspacesKey = ['workspaces'] as const;

/** The workspaces of the organization, last changed first, in pages. */
export function useWorkspaces() {
  return useInfiniteQuery({
    queryKey: workspacesKey,
    queryFn: ({ pageParam, signal }) =>
      requestJson(`/api/workspaces?${toPageSearch(pageParam)}`, { schema: workspaceListResponseSchema, signal }),
    ...inPages,
    select: ({ pages }) => pages.flatMap(({ workspaces }) => workspaces),
  });
}

/** Creates a workspace; with a prompt, the first answer starts at once. */
export function useCreateWorkspace() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateWorkspaceRequest) =>
      requestJson('/api/workspaces', { schema: createWorkspaceResponseSchema, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: workspacesKey }),
  });
}
