import type { Principal } from '@shipmate/core';
import { newId } from '../identifier/id.ts';
import type { Stores } from '../persistence/stores.ts';
import type { UnitOfWork } from '../persistence/unit-of-work.ts';
import type { RunEvent } from '../run/run-event.ts';
import type { RunLease, RunRelease } from '../run/run-lease.ts';
import type { RunEnd } from '../run/run-store.ts';
import type { Run, RunKindName } from '../run/run.ts';

/** A write in the transaction of an append, a release or an end. **Contract.** Its writes to the run name the lease. */
export type HeldRunWrite = (stores: Stores, lease: RunLease) => Promise<unknown>;

/**
 * A run that this process executes: its lease, and the only operations that an executor needs.
 *
 * **Contract.** Each operation is one transaction under the lease: once another process owns the run or has ended it, every
 * operation throws `CONFLICT` and changes nothing. After any error the caller drops the run, because a write whose answer is
 * lost may have been stored; another claim resumes the run from its log once the lease has expired.
 */
export interface HeldRun {
  /** As claimed. */
  readonly run: Run;
  readonly lease: RunLease;
  /** The user of the run, for the stores of its kind. */
  readonly principal: Principal;
  /**
   * Renews the lease: at least at each third of its duration, and right before an action that must not be repeated. The
   * returned run shows whether its stop is requested.
   */
  renew(): Promise<Run>;
  /** Appends events to the log and returns the last sequence number. */
  append(events: readonly RunEvent[], write?: HeldRunWrite): Promise<number>;
  /** Releases the run to be claimed again. */
  release(release: RunRelease, write?: HeldRunWrite): Promise<void>;
  /** Ends the run, with its last event. */
  end(end: RunEnd, write?: HeldRunWrite): Promise<void>;
}

/** Options for {@link claimRun}. */
export interface ClaimRunOptions {
  /** The kinds that the process can execute. */
  readonly kinds: readonly RunKindName[];
  /** How long the run keeps its owner without a renewal. */
  readonly leaseSeconds: number;
  /** Maximum number of runs of one organization that all executors execute concurrently. Default: no limit. */
  readonly perOrganization?: number | undefined;
}

/**
 * Claims the next run of some kinds for a process outside Shipmate's own executors; `undefined` when there is none. A run
 * whose `attempt` is above 1, or whose log is longer than at its creation, was begun by another process.
 */
export async function claimRun(
  unitOfWork: UnitOfWork,
  { kinds, leaseSeconds: seconds, perOrganization }: ClaimRunOptions,
): Promise<HeldRun | undefined> {
  const { runs } = unitOfWork.stores;
  const owner = newId();
  const run = await runs.claimNext({ owner, seconds }, { kinds, perOrganization });
  return run && holdRun(unitOfWork, { run, lease: { runId: run.id, owner }, seconds });
}

function holdRun(
  unitOfWork: UnitOfWork,
  { run, lease, seconds }: { readonly run: Run; readonly lease: RunLease; readonly seconds: number },
): HeldRun {
  const { id, userId, organizationId } = run;
  return {
    run,
    lease,
    principal: { userId, organizationId, via: 'job' },
    renew: () => unitOfWork.stores.runs.renew(lease, seconds),
    append: (events, write) =>
      unitOfWork.transaction(async (stores) => {
        const sequence = await stores.runs.appendEvents(lease, events);
        await write?.(stores, lease);
        return sequence;
      }),
    release: (release, write) =>
      unitOfWork.transaction(async (stores) => {
        await write?.(stores, lease);
        await stores.runs.release(lease, release);
      }),
    end: (end, write) =>
      unitOfWork.transaction(async (stores) => {
        await write?.(stores, lease);
        await stores.approvals.cancelForRun(id);
        await stores.runs.appendEvents(lease, [toEndedEvent(end)]);
        await stores.runs.end(lease, end);
      }),
  };
}

function toEndedEvent({ status, stopReason, usage, costUsd = null, errorCode, errorMessage }: RunEnd): RunEvent {
  const isFailed = errorCode !== null && errorMessage !== null;
  return {
    type: 'run_ended',
    status,
    stopReason,
    usage,
    costUsd,
    ...(isFailed && { error: { code: errorCode, message: errorMessage } }),
  };
}
