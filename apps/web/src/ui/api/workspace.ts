import type { AppError } from '@shipmate/core';
import { workspaceOutlineSchema, type WorkspaceOutline } from '@shipmate/protocol/web/workspace';
import { type Query, type QueryClient, useQuery } from '@tanstack/react-query';
import { loadShownFiles } from './file-contents.ts';
import { requestJson } from './request.ts';
import { workspacesKey } from './workspaces.ts';

export const workspaceKey = (workspaceId: string) => ['workspace', workspaceId] as const;

/** One workspace with its files, without their contents. Polls for a while when the conversation's title is still being generated. */
export function useWorkspace(workspaceId: string) {
  return useQuery({
    queryKey: workspaceKey(workspaceId),
    queryFn: async ({ client, signal }) => {
      const path = `/api/workspaces/${workspaceId}?contents=none`;
      const outline = await requestJson(path, { schema: workspaceOutlineSchema, signal });
      await loadShownFiles(client, outline);
      return outline;
    },
    refetchInterval: titlePollInterval,
  });
}

/** Stores the server's response to a change as the current workspace. */
export async function storeWorkspace(client: QueryClient, answer: WorkspaceOutline): Promise<void> {
  await loadShownFiles(client, answer);
  const queryKey = workspaceKey(answer.workspace.id);
  await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, answer);
  void client.invalidateQueries({ queryKey: workspacesKey });
}

const titlePollMs = 3_000;
const titlePollLimit = 40;

function titlePollInterval({ state }: Query<WorkspaceOutline, AppError>): number | false {
  const isUntitled = state.data?.conversation?.title === null;
  return isUntitled && state.dataUpdateCount < titlePollLimit ? titlePollMs : false;
}
