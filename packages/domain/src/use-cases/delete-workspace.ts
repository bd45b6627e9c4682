import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import { requireOwner } from './require-owner.ts';

/**
 * Deletes a workspace with its revisions, conversations and runs; the audit keeps its name.
 *
 * @throws AppError `NOT_FOUND` to all but owners of its organization, `CONFLICT` while a run of it has not ended.
 */
export async function deleteWorkspace(
  unitOfWork: UnitOfWork,
  principal: Principal,
  workspaceId: string,
): Promise<void> {
  await unitOfWork.transaction(async ({ users, workspaces, audit }) => {
    await requireOwner(users, principal);
    const { name } = await workspaces.lock(principal, workspaceId);
    await workspaces.remove(principal, workspaceId);
    await audit.append(principal, {
      kind: 'workspace_deleted',
      subjectId: workspaceId,
      workspaceId,
      details: { name },
    });
  });
}
