import { AppError } from '@shipmate/core';

/** The most that an organization may store. */
export interface StorageQuota {
  /** Of the files of all revisions of all workspaces, pending changes included. */
  readonly bytes: number;
  readonly workspaces: number;
}

/** The quota of an installation that does not configure another one. */
export const defaultStorageQuota: StorageQuota = { bytes: 1_000_000_000, workspaces: 1_000 };

/** What an organization stores and may store. */
export interface StorageUsage {
  readonly used: StorageQuota;
  readonly quota: StorageQuota;
}

/** A workspace and the bytes of all its revisions. */
export interface StoredWorkspace {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly revisions: number;
  readonly updatedAt: Date;
}

/**
 * Lets a change that grows a workspace through only while the organization keeps to its quota.
 *
 * @param usage with the change counted in.
 * @throws AppError `PAYLOAD_TOO_LARGE` with `details.reason` `storage_quota`.
 */
export function requireStorage({ used, quota }: StorageUsage, grownBytes: number): void {
  if (grownBytes > 0 && used.bytes > quota.bytes) {
    const before = used.bytes - grownBytes;
    const change = `This change needs ${toMegabytes(grownBytes)} MB`;
    throw exceeded(
      `${change}, and your organization uses ${toMegabytes(before)} of ${toMegabytes(quota.bytes)} MB of storage.`,
      { used: before, limit: quota.bytes, needed: grownBytes },
    );
  }
}

/** The same for a new workspace. @throws AppError `PAYLOAD_TOO_LARGE` with `details.reason` `storage_quota`. */
export function requireWorkspaceCount({ used, quota }: StorageUsage): void {
  if (used.workspaces <= quota.workspaces) return;
  throw exceeded(`Your organization has ${quota.workspaces.toLocaleString('en-US')} workspaces, as many as it may have.`, {
    used: used.workspaces - 1,
    limit: quota.workspaces,
    needed: 1,
  });
}

function exceeded(problem: string, details: Readonly<Record<string, number>>): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `${problem} An owner can delete workspaces on the organization page; every revision of a workspace counts.`,
    details: { reason: 'storage_quota', ...details },
  });
}

/** Megabytes with as many digits as tell a small amount from none. */
function toMegabytes(bytes: number): string {
  const digits = bytes > 0 && bytes < 1_000_000 ? 3 : 1;
  return (Math.ceil(bytes / 10 ** (6 - digits)) / 10 ** digits).toLocaleString('en-US');
}
