import { toAppError, type AppError } from '@shipmate/core';
import type { RunEvent, RunLease, Stores, UnitOfWork } from '@shipmate/domain';
import { retryDatabase, type Patience } from './retry-database.ts';
import { coalesceDeltas, hasDeltas } from './coalesce-deltas.ts';
import { toStorable } from './to-storable.ts';

/** Something to be written along with what was recorded before it. **Contract.** Doing it again changes nothing. */
export type RunWrite = (stores: Stores) => Promise<unknown>;

/** Writes what a run does into its log, in order. */
export interface RunRecorder {
  /** Records an event without keeping the caller waiting. */
  record(event: RunEvent): void;
  /** Stores an event and a write in one transaction, after all that was recorded before. @throws AppError when it could not be. */
  store(write: RunWrite, event?: RunEvent): Promise<void>;
  /** Resolves when everything is stored or has failed to be. It never rejects. */
  close(): Promise<void>;
}

/** What {@link createRunRecorder} needs. */
export interface RunRecorderOptions {
  readonly lease: RunLease;
  readonly unitOfWork: UnitOfWork;
  /** The sequence of the run's last event so far. */
  readonly position: number;
  readonly patience: Patience;
  /** Called once, when something could not be stored; nothing is after it. */
  readonly onFailure: (error: AppError) => void;
}

/** What is to be stored together with its neighbours. */
interface Entry {
  readonly event?: RunEvent | undefined;
  readonly write?: RunWrite;
  readonly stored?: PromiseWithResolvers<void>;
}

/** How long deltas are collected before they are stored. */
const collectMs = 40;

/** Makes the one writer of a run's log. */
export function createRunRecorder({
  lease,
  unitOfWork,
  patience,
  onFailure,
  ...begin
}: RunRecorderOptions): RunRecorder {
  const waiting: Entry[] = [];
  let { position } = begin;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storing: Promise<void> | undefined;
  let failure: AppError | undefined;

  /** What failed may have been stored all the same, so each retry looks first. */
  async function append(events: readonly RunEvent[], writes: readonly RunWrite[]): Promise<void> {
    const { runs } = unitOfWork.stores;
    await retryDatabase(patience, async (attempt) => {
      const isRetry = attempt > 1 && events.length > 0;
      if (isRetry && (await runs.listEvents(lease.runId, { after: position, limit: 1 })).length > 0) return;
      if (writes.length === 0) return void (await runs.appendEvents(lease, events));
      await unitOfWork.transaction(async (stores) => {
        if (events.length > 0) await stores.runs.appendEvents(lease, events);
        for (const write of writes) await write(stores);
      });
    });
    position += events.length;
  }

  async function storeAll(entries: readonly Entry[]): Promise<void> {
    try {
      const events = coalesceDeltas(entries.flatMap(({ event }) => event ?? [])).map(toStorable);
      await append(
        events,
        entries.flatMap(({ write }) => write ?? []),
      );
      for (const { stored } of entries) stored?.resolve();
    } catch (thrown) {
      failure = toAppError(thrown);
      for (const { stored } of [...entries, ...waiting.splice(0)]) stored?.reject(failure);
      onFailure(failure);
    }
  }

  async function storeWaiting(): Promise<void> {
    while (waiting.length > 0) await storeAll(waiting.splice(0));
    storing = undefined;
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) storing ??= storeWaiting();
  }

  return {
    record(event) {
      if (failure) return;
      waiting.push({ event });
      if (!hasDeltas(event)) flush();
      else timer ??= setTimeout(flush, collectMs);
    },

    async store(write, event) {
      if (failure) throw failure;
      const stored = Promise.withResolvers<void>();
      waiting.push({ event, write, stored });
      flush();
      await stored.promise;
    },

    async close() {
      flush();
      await storing;
    },
  };
}
