import { z } from 'zod';

/** The environment variables of a database and of what organizations store in it. */
export const storageEnvironmentSchema = z.object({
  /** `off` for a connection pooler in transaction mode that does not support prepared statements. */
  DATABASE_PREPARED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  /** The storage quota of one organization's workspaces in MB, unless an operator set another for the organization. */
  STORAGE_QUOTA_MB: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000),
  /** The number of workspaces that one organization may have. */
  WORKSPACE_QUOTA: z.coerce.number().int().min(1).max(100_000).default(1_000),
});

type StorageEnvironment = z.output<typeof storageEnvironmentSchema>;

/** Returns the `preparedStatements` of a database's location. */
export function toPreparedStatements({
  DATABASE_PREPARED_STATEMENTS: statements,
}: Pick<StorageEnvironment, 'DATABASE_PREPARED_STATEMENTS'>): boolean {
  return statements === 'on';
}

/** Converts the variables to the `storageQuota` of a database: bytes and a number of workspaces. */
export function toStorageQuota({
  STORAGE_QUOTA_MB: megabytes,
  WORKSPACE_QUOTA: workspaces,
}: Pick<StorageEnvironment, 'STORAGE_QUOTA_MB' | 'WORKSPACE_QUOTA'>): {
  readonly bytes: number;
  readonly workspaces: number;
} {
  return { bytes: megabytes * 1_000_000, workspaces };
}
