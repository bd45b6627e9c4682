import { toAppError, type AppError } from '@shipmate/core';
import { leaseLost, type RunLease, type RunNotifications, type RunStore } from '@shipmate/domain';
import { createWakeUp } from '../log/wake-up.ts';

/** Keeps a run's lease from expiring, and hears whether the run is to be stopped. */
export interface LeaseKeeper {
  /** Fires once the run is in other hands, or may be, with an `AppError` as its reason. */
  readonly lost: AbortSignal;
  /**
   * Looks at the clock before something is done that must not be done twice: a process that was frozen is past its time before
   * any timer could tell it.
   *
   * @throws AppError what {@link lost} was aborted with.
   */
  assertHeld(): void;
  /** Gives the run up, as somebody found out that it is in other hands. */
  giveUp(reason: AppError): void;
  /** Lets the lease be. */
  close(): void;
}

/** What {@link keepLease} needs. */
export interface KeepLeaseOptions {
  readonly runs: RunStore;
  readonly notifications: RunNotifications;
  /** It was given just now. */
  readonly lease: RunLease;
  readonly leaseSeconds: number;
  /** Called when somebody wants the run stopped, more than once perhaps. */
  readonly onStop: () => void;
}

/** Renews a lease at a third of its time. A lease that could not be renewed in time counts as lost, whoever has it. */
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

  /** The database counts from when it was asked or later, so whoever counts from then is never the last to know. */
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
      // A database that is away may come back before the lease is over.
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
