import type { Principal } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import { notFound } from '../error/not-found.ts';

/** Rejects ids that are not UUIDs before they reach the database. @throws AppError `NOT_FOUND` */
export function requireId(id: string, noun: string): void {
  if (!isId(id)) throw notFound(noun);
}

/** @throws AppError `NOT_FOUND` unless the principal's credential is valid for this workspace. */
export function requireWorkspaceScope(principal: Principal, workspaceId: string): void {
  requireId(workspaceId, 'workspace');
  const only = principal.scope?.workspaceId;
  if (only !== undefined && only !== workspaceId) throw notFound('workspace');
}

/** Returns the columns of rows that belong to the principal's organization. */
export function inOrganization(principal: Principal): { readonly organization_id: string } {
  requireId(principal.organizationId, 'organization');
  return { organization_id: principal.organizationId };
}

/**
 * Returns the columns of rows that belong to the principal; a credential for one workspace sees only the rows of that
 * workspace.
 */
export function ownedBy(principal: Principal): {
  readonly organization_id: string;
  readonly user_id: string;
  readonly workspace_id?: string;
} {
  requireId(principal.userId, 'user');
  const workspaceId = principal.scope?.workspaceId;
  return {
    ...inOrganization(principal),
    user_id: principal.userId,
    ...(workspaceId === undefined ? {} : { workspace_id: workspaceId }),
  };
}
