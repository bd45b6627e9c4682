import { AppError, type Principal } from '@shipmate/core';
import type { UserStore } from '../user/user-store.ts';

type Memberships = Pick<UserStore, 'listOrganizations'>;

/**
 * Checks whether a principal owns its organization. A credential for one workspace or run is never an owner.
 */
export async function isOwner(users: Memberships, { userId, organizationId, scope }: Principal): Promise<boolean> {
  if (scope) return false;
  const organizations = await users.listOrganizations(userId);
  return organizations.some(({ id, role }) => id === organizationId && role === 'owner');
}

/** @throws AppError `NOT_FOUND` to all but the owners of the principal's organization. */
export async function requireOwner(users: Memberships, principal: Principal): Promise<void> {
  if (await isOwner(users, principal)) return;
  throw new AppError({ code: 'NOT_FOUND', message: 'Not found, or you have no access to it.' });
}
