import type { Principal } from '@shipmate/core';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';

/**
 * Revokes a standing grant: its tool requires approval again. @throws AppError `NOT_FOUND` if it does not
 * exist or belongs to another user.
 */
export async function revokeGrant(unitOfWork: UnitOfWork, principal: Principal, grantId: string): Promise<void> {
  await unitOfWork.transaction(async ({ grants, audit }) => {
    const { id: subjectId, workspaceId, tool } = await grants.revoke(principal, grantId);
    await audit.append(principal, { kind: 'grant_revoked', subjectId, workspaceId, details: { tool } });
  });
}
