import type { Principal } from '@shipmate/core';
import { sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';

/**
 * Notes that a workspace changes and returns the number of its current revision. The row stays locked until the
 * transaction ends, so whoever touches first writes first. Throws `NOT_FOUND` when the principal cannot see it.
 */
export async function touchWorkspace(
  transaction: Executor,
  principal: Principal,
  workspaceId: string,
): Promise<number> {
  requireWorkspaceScope(principal, workspaceId);
  const row = await transaction
    .updateTable('workspace')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', workspaceId)
    .where((eb) => eb.and(inOrganization(principal)))
    .returning('current_revision_number')
    .executeTakeFirst();
  return found(row, 'workspace').current_revision_number;
}
