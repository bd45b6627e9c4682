import {
  createWorkspaceResponseSchema,
  workspaceListResponseSchema,
  workspaceResponseSchema,
  type CreateWorkspaceRequest,
  type WorkspaceResponse,
} from '@shipmate/protocol/web/workspace';
import { useMutation, useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import type { AppError } from '@shipmate/core';
import { requestJson } from './request.ts';

export const workspacesKey = ['workspaces'] as const;
export const workspaceKey = (workspaceId: string) => ['workspace', workspaceId] as const;

/** The workspaces of the organization, last changed first. */
export function useWorkspaces() {
  return useQuery({
    queryKey: workspacesKey,
    queryFn: ({ signal }) => requestJson('/api/workspaces', { schema: workspaceListResponseSchema, signal }),
    select: ({ workspaces }) => workspaces,
  });
}

/** One workspace with its files. Polls for a while when the conversation's title is still being generated. */
export function useWorkspace(workspaceId: string) {
  return useQuery({
    queryKey: workspaceKey(workspaceId),
    queryFn: ({ signal }) => requestJson(`/api/workspaces/${workspaceId}`, { schema: workspaceResponseSchema, signal }),
    refetchInterval: titlePollInterval,
  });
}

/** Stores the server's response to a change as the current workspace. */
export async function storeWorkspace(client: QueryClient, answer: WorkspaceResponse): Promise<void> {
  const queryKey = workspaceKey(answer.workspace.id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
  void client.invalidateQueries({ queryKey: workspacesKey });
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

const titlePollMs = 3_000;
const titlePollLimit = 40;

function titlePollInterval({ state }: Query<WorkspaceResponse, AppError>): number | false {
  const isUntitled = state.data?.conversation?.title === null;
  return isUntitled && state.dataUpdateCount < titlePollLimit ? titlePollMs : false;
}
