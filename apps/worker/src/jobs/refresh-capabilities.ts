import { AppError, type Logger } from '@shipmate/core';
import type { CapabilityStore } from '@shipmate/domain/capability';
import type { CapabilityIndexPort } from '@shipmate/tools';

const minute = 60_000;

/** Age at which an index is refreshed. */
const refreshAfterMs = 10 * minute;

/** Age at which an index is deleted, because its cluster is presumed gone. */
const forgetAfterMs = 30 * 24 * 60 * minute;

/** Number of indexes per job; the next job takes the others. */
const batch = 100;

/** Resources of {@link refreshCapabilities}. */
export interface CapabilityRefresh {
  readonly capabilities: Pick<CapabilityStore, 'listStale' | 'remove'>;
  readonly capabilityIndex: Pick<CapabilityIndexPort, 'refresh'>;
  readonly logger: Logger;
}

/**
 * Refreshes the capability indexes of clusters with the access of their last reader, and returns the number refreshed.
 */
export async function refreshCapabilities(
  { capabilities, capabilityIndex, logger }: CapabilityRefresh,
  signal: AbortSignal,
): Promise<number> {
  for (const { principal, cluster } of await capabilities.listStale({ olderThanMs: forgetAfterMs, limit: batch })) {
    await capabilities.remove(principal, cluster);
  }
  let refreshed = 0;
  for (const { principal, cluster } of await capabilities.listStale({ olderThanMs: refreshAfterMs, limit: batch })) {
    try {
      await capabilityIndex.refresh({ context: cluster, principal }, signal);
      refreshed += 1;
    } catch (thrown) {
      if (signal.aborted || !AppError.isInstance(thrown)) throw thrown;
      logger.warn('a cluster cannot be indexed', { cluster, organizationId: principal.organizationId, error: thrown });
    }
  }
  return refreshed;
}
