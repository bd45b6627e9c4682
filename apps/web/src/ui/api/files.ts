import type {
  CreateFileRequest,
  DeleteFilesRequest,
  RenameFilesRequest,
  SaveFileRequest,
} from '@shipmate/protocol/web/files';
import { workspaceOutlineSchema } from '@shipmate/protocol/web/workspace';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestJsonOptions } from './request.ts';
import { requestJson } from './request.ts';
import { storeWorkspace } from './workspace.ts';

type Method = RequestJsonOptions<typeof workspaceOutlineSchema>['method'];

/** Saves a text as the pending content of a file; fails with `CONFLICT` when the file has changed since it was read. */
export const useSaveFile = (workspaceId: string) => useFileEdit<SaveFileRequest>(workspaceId, { method: 'PUT' });

/** Creates a pending file; fails with `CONFLICT` when the path is in use. */
export const useCreateFile = (workspaceId: string) => useFileEdit<CreateFileRequest>(workspaceId, {});

/** Moves files, all or none. */
export const useRenameFiles = (workspaceId: string) =>
  useFileEdit<RenameFilesRequest>(workspaceId, { suffix: '/rename' });

/** Deletes files, all or none. */
export const useDeleteFiles = (workspaceId: string) =>
  useFileEdit<DeleteFilesRequest>(workspaceId, { method: 'DELETE' });

function useFileEdit<Body>(workspaceId: string, { method, suffix = '' }: { method?: Method; suffix?: string }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) =>
      requestJson(`/api/workspaces/${workspaceId}/files${suffix}?contents=none`, {
        schema: workspaceOutlineSchema,
        body,
        ...(method ? { method } : {}),
      }),
    onSuccess: (answer) => storeWorkspace(client, answer),
  });
}
