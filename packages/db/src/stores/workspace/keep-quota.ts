import type { Principal } from '@shipmate/core';
import { requireStorage, type StorageQuota } from '@shipmate/domain/storage';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { readStorageUsage } from './storage-usage.ts';
import type { TouchedWorkspace } from './touch-workspace.ts';

/** Checks the storage of the principal's organization after a write. @throws AppError as `requireStorage` does */
export type KeepQuota = (
  transaction: Executor,
  principal: Principal,
  before: Pick<TouchedWorkspace, 'workspaceId' | 'storedBytes'>,
) => Promise<void>;

/**
 * Creates the check for a quota. The transaction holds the workspace's row lock, so its bytes do not change
 * concurrently.
 */
export function createKeepQuota(quota: StorageQuota): KeepQuota {
  return async (transaction, principal, { workspaceId, storedBytes }) => {
    const row = await transaction
      .selectFrom('workspace')
      .select(sql<number>`stored_bytes::float8`.as('bytes'))
      .where('id', '=', workspaceId)
      .executeTakeFirst();
    const grownBytes = (row?.bytes ?? 0) - storedBytes;
    if (grownBytes <= 0) return;
    const usage = await readStorageUsage(transaction, principal, quota);
    requireStorage(usage, { bytes: grownBytes, workspaces: 0 });
  };
}
