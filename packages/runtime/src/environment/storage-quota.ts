import { z } from 'zod';

/** The environment variables for the storage of organizations. */
export const storageQuotaSchema = z.object({
  /** The storage quota of one organization's workspaces in MB, unless an operator set another for the organization. */
  STORAGE_QUOTA_MB: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000),
  /** The number of workspaces that one organization may have. */
  WORKSPACE_QUOTA: z.coerce.number().int().min(1).max(100_000).default(1_000),
});

/** Converts the variables to the `storageQuota` of a database: bytes and a number of workspaces. */
export function toStorageQuota({
  STORAGE_QUOTA_MB: megabytes,
  WORKSPACE_QUOTA: workspaces,
}: z.output<typeof storageQuotaSchema>): { readonly bytes: number; readonly workspaces: number } {
  return { bytes: megabytes * 1_000_000, workspaces };
}
