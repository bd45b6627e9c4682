import { workspaceResponseSchema, type ChangeDecisionRequest, type WorkspaceResponse } from '@shipmate/protocol';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { storeWorkspace, workspaceKey } from './workspaces.ts';

/** A decision on pending changes; without paths it is about all of them. */
export interface ChangeDecision extends Omit<ChangeDecisionRequest, 'versions'> {
  readonly verdict: 'accept' | 'reject';
}

/** Accepts or rejects pending changes of a workspace; fails with `CONFLICT` when they are no longer those on the screen. */
export function useChangeDecision(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verdict, ...decision }: ChangeDecision) => {
      const seen = client.getQueryData<WorkspaceResponse>(workspaceKey(workspaceId));
      return requestJson(`/api/workspaces/${workspaceId}/changes/${verdict}`, {
        schema: workspaceResponseSchema,
        body: { ...decision, versions: seenVersions(seen, decision.paths) } satisfies ChangeDecisionRequest,
      });
    },
    onSuccess: (workspace) => storeWorkspace(client, workspace),
  });
}

/** The versions of the files that a decision is about, as they are on the screen. */
function seenVersions(
  seen: WorkspaceResponse | undefined,
  paths: readonly string[] | undefined,
): Record<string, string> {
  const decided = seen?.files.filter(({ path, pendingOp }) => pendingOp !== null && (paths?.includes(path) ?? true));
  return Object.fromEntries((decided ?? []).map(({ path, version }) => [path, version]));
}
