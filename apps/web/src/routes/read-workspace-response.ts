import type { Principal } from '@shipmate/core';
import type { UnitOfWork, WorkspaceDetail } from '@shipmate/domain';
import type { WorkspaceResponse } from '@shipmate/protocol';
import { toWorkspaceResponse } from '../views/workspace-view.ts';

/** Adds to a workspace what else its page shows. */
export async function readWorkspaceResponse(
  { stores }: UnitOfWork,
  principal: Principal,
  detail: WorkspaceDetail,
): Promise<WorkspaceResponse> {
  const revisions = await stores.workspaces.listRevisions(principal, detail.workspace.id);
  const [conversation] = await stores.conversations.listForWorkspace(principal, detail.workspace.id);
  return toWorkspaceResponse({ detail, revisions, conversation });
}
