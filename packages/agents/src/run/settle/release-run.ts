import type { Stores } from '@shipmate/domain';
import type { Run, RunLease } from '@shipmate/domain/run';
import { toRunPrincipal } from './run-principal.ts';

/**
 * Releases a run within a transaction. A run without pending decisions is queued instead of waiting.
 *
 * @throws AppError, see `isLeaseLost`.
 */
export async function releaseRun(
  { runs, approvals }: Stores,
  { run, lease, status }: { readonly run: Run; readonly lease: RunLease; readonly status: 'queued' | 'waiting' },
): Promise<void> {
  await runs.release(lease, status);
  if (status === 'queued') return;
  const pending = await approvals.listPending(toRunPrincipal(run), { runId: run.id });
  const calls = await runs.listToolCalls(run.id);
  const isWaiting = pending.length > 0 || calls.some((call) => call.status === 'unknown');
  if (!isWaiting) await runs.requeue(run.id);
}
