import type { RuleEventStore } from '@shipmate/domain/workflow';

/** Number of events that are deleted in one statement. */
const batch = 1_000;

/** Deletes the events of rules that are older than the given number of days and that nothing needs, and returns their number. */
export async function deleteOldRuleEvents(
  ruleEvents: Pick<RuleEventStore, 'deleteOld'>,
  olderThanDays: number,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let deleted = batch; deleted === batch && !signal.aborted; total += deleted) {
    deleted = await ruleEvents.deleteOld({ olderThanDays, limit: batch });
  }
  return total;
}
