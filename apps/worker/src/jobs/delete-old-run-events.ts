import type { RunStore } from '@shipmate/domain/run';

/** Number of runs whose events are deleted in one statement. */
const batch = 100;

/** Deletes the events of runs that ended more than the given number of days ago, and returns the number of runs. */
export async function deleteOldRunEvents(
  runs: Pick<RunStore, 'deleteOldEvents'>,
  olderThanDays: number,
  signal: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let deleted = batch; deleted === batch && !signal.aborted; total += deleted) {
    deleted = await runs.deleteOldEvents({ olderThanDays, limit: batch });
  }
  return total;
}
