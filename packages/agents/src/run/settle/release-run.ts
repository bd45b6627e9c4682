import type { Stores } from '@shipmate/domain';
import type { Run, RunLease } from '@shipmate/domain/run';
import { toRunPrincipal } from './run-principal.ts';

/** A run that waits for a time, or for a decision until then; no process is occupied meanwhile. */
export interface RunWait {
  /** Measured by the database's clock. */
  readonly wakeInMs: number;
  /**
   * Stores the state in which the run waits.
   *
   * **Contract.** Called in the transaction that releases the run, so that no decision comes between; called again when the
   * transaction is repeated.
   */
  readonly settle?: (stores: Stores) => Promise<void>;
}

/** A run to release. */
export interface ReleasedRun {
  readonly run: Run;
  readonly lease: RunLease;
  readonly release: 'queued' | 'waiting' | RunWait;
}

/**
 * Releases a run within a transaction. A run that waits for decisions only is queued if none is pending.
 *
 * @throws AppError, see `isLeaseLost`.
 */
export async function releaseRun(stores: Stores, { run, lease, release }: ReleasedRun): Promise<void> {
  const { runs, approvals } = stores;
  if (typeof release !== 'string') {
    await release.settle?.(stores);
    return runs.release(lease, { wakeInMs: release.wakeInMs });
  }
  await runs.release(lease, release);
  if (release === 'queued') return;
  const pending = await approvals.listPending(toRunPrincipal(run), { runId: run.id });
  const calls = await runs.listToolCalls(run.id);
  const isWaiting = pending.length > 0 || calls.some((call) => call.status === 'unknown');
  if (!isWaiting) await runs.requeue(run.id);
}
