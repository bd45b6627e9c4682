import type { Principal } from '@shipmate/core';
import { isId } from '@shipmate/domain';
import { notFound } from '../error/not-found.ts';

/** Throws `NOT_FOUND` unless this can be the id of something; what is no UUID is never sent to the database. */
export function requireId(id: string, noun: string): void {
  if (!isId(id)) throw notFound(noun);
}

/** Throws `NOT_FOUND` unless the principal's credential is good for this workspace. */
export function requireWorkspaceScope(principal: Principal, workspaceId: string): void {
  requireId(workspaceId, 'workspace');
  const only = principal.scope?.workspaceId;
  if (only !== undefined && only !== workspaceId) throw notFound('workspace');
}

/** What every row that belongs to the principal's organization has. */
export function inOrganization(principal: Principal): { readonly organization_id: string } {
  requireId(principal.organizationId, 'organization');
  return { organization_id: principal.organizationId };
}

/** What every row that is the principal's own has; a credential for one workspace sees only what belongs to it. */
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
