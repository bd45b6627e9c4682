import type { Stores } from '@shipmate/domain';

/** Number of rows that are deleted in one statement. */
const batch = 1_000;

/**
 * Deletes what rules have watched before the given number of days and nothing needs: events, deliveries to webhooks and Kubernetes
 * events. Returns the number of rows.
 */
export async function deleteOldRuleEvents(
  { ruleEvents, incomingWebhooks, platform }: Pick<Stores, 'ruleEvents' | 'incomingWebhooks' | 'platform'>,
  olderThanDays: number,
  signal: AbortSignal,
): Promise<number> {
  const old = { olderThanDays, limit: batch };
  const deletions = [
    () => ruleEvents.deleteOld(old),
    () => incomingWebhooks.deleteOldDeliveries(old),
    () => platform.deleteOldClusterEvents(old),
  ];
  let total = 0;
  for (const deleteBatch of deletions) {
    for (let deleted = batch; deleted === batch && !signal.aborted; total += deleted) deleted = await deleteBatch();
  }
  return total;
}
