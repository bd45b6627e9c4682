import { toAppError, type AppError } from '@shipmate/core';
import { leaseLost, type RunLease, type RunNotifications, type RunStore } from '@shipmate/domain/run';
import { createWakeUp } from '../log/wake-up.ts';

/** Renews a run's lease and listens for stop requests. */
export interface LeaseKeeper {
  /** Aborts once another process owns the run or may own it, with an `AppError` as its reason. */
  readonly lost: AbortSignal;
  /**
   * Checks the clock right before an action that must not be repeated: a process that was frozen is past its lease
   * before any timer fires.
   *
   * @throws AppError the reason of {@link lost}.
   */
  assertHeld(): void;
  /** Ends the lease because another process was found to own the run. */
  giveUp(reason: AppError): void;
  /** Stops renewing the lease. */
  close(): void;
}

/** Options for {@link keepLease}. */
export interface KeepLeaseOptions {
  readonly runs: RunStore;
  readonly notifications: RunNotifications;
  /** A lease that was granted just now. */
  readonly lease: RunLease;
  readonly leaseSeconds: number;
  /** Called when a stop is requested, possibly more than once. */
  readonly onStop: () => void;
}

/**
 * Renews a lease after each third of its duration. A lease that was not renewed in time counts as lost, even when no
 * other process claimed it.
 */
export function keepLease({ runs, notifications, lease, leaseSeconds, onStop }: KeepLeaseOptions): LeaseKeeper {
  const leaseMs = leaseSeconds * 1_000;
  const lost = new AbortController();
  const wakeUp = createWakeUp();
  const stopListening = notifications.listen(`stop ${lease.runId}`, wakeUp.wake);
  const expire = (): void => giveUp(leaseLost());
  let heldUntil = performance.now() + leaseMs;
  let deadline = setTimeout(expire, leaseMs);
  let isClosed = false;

  function close(): void {
    isClosed = true;
    clearTimeout(deadline);
    stopListening();
    wakeUp.wake();
  }

  function giveUp(reason: AppError): void {
    if (isClosed) return;
    close();
    lost.abort(reason);
  }

  /** The database starts the lease no earlier than the request, so counting from the request never overestimates it. */
  function holdFrom(askedAt: number): void {
    heldUntil = askedAt + leaseMs;
    clearTimeout(deadline);
    deadline = setTimeout(expire, heldUntil - performance.now());
  }

  async function renew(): Promise<void> {
    const askedAt = performance.now();
    try {
      const { stopRequestedAt } = await runs.renew(lease, leaseSeconds);
      if (isClosed) return;
      holdFrom(askedAt);
      if (stopRequestedAt) onStop();
    } catch (thrown) {
      const error = toAppError(thrown);
      // A database that is unavailable may return before the lease expires.
      if (error.code !== 'DATABASE_ERROR') giveUp(error);
    }
  }

  async function keep(): Promise<void> {
    while (!isClosed) {
      await wakeUp.sleep(leaseMs / 3);
      if (!isClosed) await renew();
    }
  }

  void keep();
  return {
    lost: lost.signal,
    assertHeld() {
      if (performance.now() >= heldUntil) expire();
      lost.signal.throwIfAborted();
    },
    giveUp,
    close,
  };
}
