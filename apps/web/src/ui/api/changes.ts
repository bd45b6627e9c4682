import {
  workspaceOutlineSchema,
  type ChangeDecisionRequest,
  type HunkDecisionRequest,
  type WorkspaceOutline,
} from '@shipmate/protocol/web/workspace';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from './request.ts';
import { storeWorkspace, workspaceKey } from './workspace.ts';

export type Verdict = 'accept' | 'reject';

/** A decision on pending changes: on one hunk, on the files of some paths, or without either on all of them. */
export interface ChangeDecision extends Omit<ChangeDecisionRequest, 'versions'> {
  readonly verdict: Verdict;
  readonly hunk?: { readonly path: string; readonly id: string };
}

/**
 * Accepts or rejects pending changes of a workspace; fails with `CONFLICT` when they differ from those on the screen.
 */
export function useChangeDecision(workspaceId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ verdict, hunk, ...decision }: ChangeDecision) => {
      const changes = `/api/workspaces/${workspaceId}/changes`;
      if (hunk) {
        const { revisionNumber } = decision;
        const body: HunkDecisionRequest = { revisionNumber, path: hunk.path, [verdict]: [hunk.id] };
        return requestJson(`${changes}/hunks?contents=none`, { schema: workspaceOutlineSchema, body });
      }
      const seen = client.getQueryData<WorkspaceOutline>(workspaceKey(workspaceId));
      const body: ChangeDecisionRequest = { ...decision, versions: seenVersions(seen, decision.paths) };
      return requestJson(`${changes}/${verdict}?contents=none`, { schema: workspaceOutlineSchema, body });
    },
    onSuccess: (workspace) => storeWorkspace(client, workspace),
  });
}

/** The versions of the files that a decision covers, as shown on the screen. */
function seenVersions(
  seen: WorkspaceOutline | undefined,
  paths: readonly string[] | undefined,
): Record<string, string> {
  const decided = seen?.files.filter(({ path, pendingOp }) => pendingOp !== null && (paths?.includes(path) ?? true));
  return Object.fromEntries((decided ?? []).map(({ path, version }) => [path, version]));
}
