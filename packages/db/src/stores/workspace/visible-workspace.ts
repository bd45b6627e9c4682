import type { Principal } from '@shipmate/core';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';

/**
 * Returns a query for a workspace that is visible to the principal. @throws AppError `NOT_FOUND` at once when no row
 * can match.
 */
export function visibleWorkspace(executor: Executor, principal: Principal, workspaceId: string) {
  requireWorkspaceScope(principal, workspaceId);
  return executor
    .selectFrom('workspace')
    .where('workspace.id', '=', workspaceId)
    .where('workspace.organization_id', '=', inOrganization(principal).organization_id);
}

/** @throws AppError `NOT_FOUND` unless the principal may see the workspace. */
export async function requireWorkspace(executor: Executor, principal: Principal, workspaceId: string): Promise<void> {
  found(await visibleWorkspace(executor, principal, workspaceId).select('id').executeTakeFirst(), 'workspace');
}
