import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '@shipmate/domain';
import type { WorkspaceDetail } from '@shipmate/domain/workspace';
import type { WorkspaceResponse } from '@shipmate/protocol/web/workspace';
import { toWorkspaceResponse } from '../views/workspace-view.ts';

/** Adds the other data of its page to a workspace. */
export async function readWorkspaceResponse(
  { stores }: UnitOfWork,
  principal: Principal,
  detail: WorkspaceDetail,
): Promise<WorkspaceResponse> {
  const revisions = await stores.workspaces.listRevisions(principal, detail.workspace.id);
  const [conversation] = await stores.conversations.listForWorkspace(principal, detail.workspace.id);
  return toWorkspaceResponse({ detail, revisions, conversation });
}
