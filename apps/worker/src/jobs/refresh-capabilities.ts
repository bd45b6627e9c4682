import { AppError, type Logger } from '@shipmate/core';
import type { CapabilityStore } from '@shipmate/domain/capability';
import type { CapabilityIndexPort } from '@shipmate/tools';

const minute = 60_000;

/** An index is looked at again when it is as old as this. */
const refreshAfterMs = 10 * minute;

/** An index that could not be looked at for so long is forgotten: its cluster is gone. */
const forgetAfterMs = 30 * 24 * 60 * minute;

/** Indexes that one job works on; the next job takes the others. */
const batch = 100;

/** What {@link refreshCapabilities} works with. */
export interface CapabilityRefresh {
  readonly capabilities: Pick<CapabilityStore, 'listStale' | 'remove'>;
  readonly capabilityIndex: Pick<CapabilityIndexPort, 'refresh'>;
  readonly logger: Logger;
}

/** Brings up to date what is known of clusters, for whom each was read last, and returns of how many. */
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
