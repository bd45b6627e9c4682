import type { Stores } from '@shipmate/domain';
import { isEnded, type Run, type RunEvent, type RunLease } from '@shipmate/domain/run';
import { toStorable } from '../log/to-storable.ts';
import { toRunPrincipal } from './run-principal.ts';

/** The outcome of a run, as in its last event; its cost is known apart from it. */
export type RunOutcome = Omit<Extract<RunEvent, { readonly type: 'run_ended' }>, 'type' | 'costUsd'>;

/** The outcome of a run that ends early, without its usage. */
export type EarlyOutcome = Pick<RunOutcome, 'status' | 'stopReason' | 'error'>;

/** An ending to store. */
export interface RunEnding {
  readonly outcome: RunOutcome;
  /** In US dollars; absent when unknown. */
  readonly costUsd?: number;
  /** The model that was used, for a run that was created without one. */
  readonly model?: string | null;
  /**
   * Stores the result that the run's kind keeps, and enqueues the jobs that follow.
   *
   * **Contract.** Called in the transaction that ends the run, before its last event; called again when the transaction is repeated.
   */
  readonly settle: (stores: Stores) => Promise<void>;
}

/**
 * Ends a run within a transaction: the result of its kind, its open approvals, its last event and its row. A run that
 * has ended is left unchanged.
 *
 * @throws AppError, see `isLeaseLost`.
 */
export async function endRun(
  stores: Stores,
  { run, lease, ending }: { readonly run: Run; readonly lease: RunLease; readonly ending: RunEnding },
): Promise<void> {
  const { runs } = stores;
  const { outcome, costUsd = null, model = null } = ending;
  const { status, stopReason, usage, error } = outcome;
  const { status: current } = await runs.get(toRunPrincipal(run), run.id);
  if (isEnded(current)) return;
  await ending.settle(stores);
  await stores.approvals.cancelForRun(run.id);
  await runs.appendEvents(lease, [toStorable<RunEvent>({ type: 'run_ended', ...outcome, costUsd })]);
  await runs.end(lease, {
    status,
    stopReason,
    usage,
    costUsd,
    model,
    errorCode: error?.code ?? null,
    errorMessage: error?.message ?? null,
  });
  if (run.conversationId !== null) await stores.ruleExecutions.wakeParent(run.id);
}
