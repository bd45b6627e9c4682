import type { Principal } from '@shipmate/core';
import { requireOwner } from './require-owner.ts';
import type { Stores } from '../persistence/stores.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';
import type { AuditQuery } from '../audit/audit-store.ts';

/**
 * Reads audit entries of the principal's organization, newest first. @throws AppError `NOT_FOUND` to all but
 * its owners.
 */
export async function readAudit(
  { audit, users }: Pick<Stores, 'audit' | 'users'>,
  principal: Principal,
  query: AuditQuery,
): Promise<readonly AuditEntry[]> {
  await requireOwner(users, principal);
  return audit.list(principal, query);
}
