import { AppError } from '@shipmate/core';

/** The storage limits of an organization. */
export interface StorageQuota {
  /** Total of the files of all revisions of all workspaces, pending changes included. */
  readonly bytes: number;
  readonly workspaces: number;
}

/** The default quota of an installation. */
export const defaultStorageQuota: StorageQuota = { bytes: 1_000_000_000, workspaces: 1_000 };

/** The storage usage and quota of an organization. */
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
 * Checks that a change keeps the organization within its quota; a change that does not increase the usage
 * always passes.
 *
 * @param usage with the change included.
 * @param grown bytes and workspaces that the change adds.
 * @throws AppError `PAYLOAD_TOO_LARGE` with `details.reason` `storage_quota`.
 */
export function requireStorage({ used, quota }: StorageUsage, grown: StorageQuota): void {
  if (grown.workspaces > 0 && used.workspaces > quota.workspaces) {
    const count = quota.workspaces.toLocaleString('en-US');
    throw exceeded(`Your organization has ${count} workspaces, as many as it may have.`, {
      used: used.workspaces - grown.workspaces,
      limit: quota.workspaces,
      needed: grown.workspaces,
    });
  }
  if (grown.bytes > 0 && used.bytes > quota.bytes) {
    const before = used.bytes - grown.bytes;
    const amounts = `${toMegabytes(before)} of ${toMegabytes(quota.bytes)} MB`;
    throw exceeded(
      `This change needs ${toMegabytes(grown.bytes)} MB, and your organization uses ${amounts} of storage.`,
      { used: before, limit: quota.bytes, needed: grown.bytes },
    );
  }
}

function exceeded(problem: string, details: Readonly<Record<string, number>>): AppError {
  return new AppError({
    code: 'PAYLOAD_TOO_LARGE',
    message: `${problem} An owner can delete workspaces on the organization page; every revision of a workspace counts.`,
    details: { reason: 'storage_quota', ...details },
  });
}

/** Formats bytes in megabytes, with enough digits to tell a small amount from zero. */
function toMegabytes(bytes: number): string {
  const digits = bytes > 0 && bytes < 1_000_000 ? 3 : 1;
  return (Math.ceil(bytes / 10 ** (6 - digits)) / 10 ** digits).toLocaleString('en-US');
}
