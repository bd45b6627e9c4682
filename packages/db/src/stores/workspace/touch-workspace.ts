import type { Principal } from '@shipmate/core';
import { sql } from 'kysely';
import { found } from '../../error/not-found.ts';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization, requireWorkspaceScope } from '../../tenancy/tenancy.ts';

/** A locked workspace that is about to change. */
export interface TouchedWorkspace {
  readonly workspaceId: string;
  readonly revisionNumber: number;
  /** The size before the change. */
  readonly storedBytes: number;
}

/**
 * Records a change of a workspace and returns its current revision and size. The row stays locked until the transaction
 * ends, so writers are serialized. @throws AppError `NOT_FOUND` when the principal cannot see it.
 */
export async function touchWorkspace(
  transaction: Executor,
  principal: Principal,
  workspaceId: string,
): Promise<TouchedWorkspace> {
  requireWorkspaceScope(principal, workspaceId);
  const row = await transaction
    .updateTable('workspace')
    .set({ updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', workspaceId)
    .where((eb) => eb.and(inOrganization(principal)))
    .returning(['current_revision_number', sql<number>`stored_bytes::float8`.as('bytes')])
    .executeTakeFirst();
  const { current_revision_number: revisionNumber, bytes: storedBytes } = found(row, 'workspace');
  return { workspaceId, revisionNumber, storedBytes };
}
