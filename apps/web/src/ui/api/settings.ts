import {
  workspaceSettingsSchema,
  type ChangeSettingsRequest,
  type WorkspaceSettings,
} from '@shipmate/protocol/web/settings';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { workspaceKey } from './workspaces.ts';

/** Changes the automation settings of a workspace. */
export function useChangeSettings(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeSettingsRequest) =>
      requestJson(`/api/workspaces/${workspaceId}/settings`, {
        schema: workspaceSettingsSchema,
        body,
        method: 'PATCH',
      }),
    onSuccess: (settings: WorkspaceSettings) =>
      client.setQueryData<WorkspaceResponse>(workspaceKey(workspaceId), (shown) => shown && { ...shown, settings }),
  });
}
