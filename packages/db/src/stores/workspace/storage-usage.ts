import type { Principal } from '@shipmate/core';
import type { StorageQuota, StorageUsage } from '@shipmate/domain/storage';
import { sql } from 'kysely';
import type { Executor } from '../../executor/executor.ts';
import { inOrganization } from '../../tenancy/tenancy.ts';

/** Reads the storage usage of the principal's organization. It reads one row per workspace, and no file. */
export async function readStorageUsage(
  executor: Executor,
  principal: Principal,
  quota: StorageQuota,
): Promise<StorageUsage> {
  const { organization_id: organizationId } = inOrganization(principal);
  const row = await executor
    .selectFrom('organization')
    .leftJoin('workspace', 'workspace.organization_id', 'organization.id')
    .select([
      sql<number>`coalesce(sum(workspace.stored_bytes), 0)::float8`.as('bytes'),
      sql<number>`count(workspace.id)::integer`.as('workspaces'),
      sql<number | null>`organization.storage_quota_bytes::float8`.as('quota_bytes'),
    ])
    .where('organization.id', '=', organizationId)
    .groupBy('organization.id')
    .executeTakeFirst();
  return {
    used: { bytes: row?.bytes ?? 0, workspaces: row?.workspaces ?? 0 },
    quota: { ...quota, bytes: row?.quota_bytes ?? quota.bytes },
  };
}
