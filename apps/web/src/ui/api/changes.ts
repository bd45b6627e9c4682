import { workspaceResponseSchema, type ChangeDecisionRequest } from '@shipmate/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { workspaceKey, workspacesKey } from './workspaces.ts';

/** A decision on pending changes; without paths it is about all of them. */
export interface ChangeDecision extends ChangeDecisionRequest {
  readonly verdict: 'accept' | 'reject';
}

/** Accepts or rejects pending changes of a workspace; fails with `CONFLICT` when the revision moved on meanwhile. */
export function useChangeDecision(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verdict, ...body }: ChangeDecision) =>
      requestJson(`/api/workspaces/${workspaceId}/changes/${verdict}`, { schema: workspaceResponseSchema, body }),
    onSuccess: async (workspace) => {
      await client.cancelQueries({ queryKey: workspaceKey(workspaceId) });
      client.setQueryData(workspaceKey(workspaceId), workspace);
      void client.invalidateQueries({ queryKey: workspacesKey });
    },
  });
}
