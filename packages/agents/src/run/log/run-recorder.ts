import { toAppError, type AppError } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import type { RunEvent, RunLease } from '@shipmate/domain/run';
import { ContentRow } from './content-row.ts';
import { areAlike, hasDeltas, type DeltaEvent } from './delta-event.ts';
import { retryDatabase, type OutageLimits } from './retry-database.ts';
import type { FindRow } from './run-feeds.ts';
import { toStorable } from './to-storable.ts';

/** A write in the transaction of the events recorded before it. **Contract.** It is idempotent. */
export type RunWrite = (stores: Stores) => Promise<unknown>;

/** Writes the events of a run into its log in order. */
export interface RunRecorder {
  /** Records an event without blocking the caller. */
  record(event: RunEvent): void;
  /**
   * Stores an event and a write in one transaction, after all earlier events. @throws AppError when it could not be
   * stored.
   */
  store(write: RunWrite, event?: RunEvent): Promise<void>;
  /** Resolves when every entry is stored or has failed. It never rejects. */
  close(): Promise<void>;
}

/** Options for {@link createRunRecorder}. */
export interface RunRecorderOptions {
  readonly lease: RunLease;
  readonly unitOfWork: UnitOfWork;
  /** The sequence number of the run's last event so far. */
  readonly position: number;
  readonly outageLimits: OutageLimits;
  /** Shows content to followers before it is stored; called with `undefined` at the end. */
  readonly show: (findRow: FindRow | undefined) => void;
  /** Called once, when an entry could not be stored; no later entry is stored. */
  readonly onFailure: (error: AppError) => void;
}

/** An entry that is stored together with its neighbours. */
interface Entry {
  readonly event?: RunEvent | undefined;
  /** The same event, while it collects the deltas of the events like it that follow. */
  readonly collecting?: DeltaEvent & { readonly deltas: string[] };
  readonly write?: RunWrite;
  readonly stored?: PromiseWithResolvers<void>;
}

/** How long deltas are collected before they are stored, in milliseconds. */
const collectMs = 40;

/** Creates the only writer of a run's log. */
export function createRunRecorder({
  lease,
  unitOfWork,
  outageLimits,
  show,
  onFailure,
  ...begin
}: RunRecorderOptions): RunRecorder {
  const waiting: Entry[] = [];
  let { position } = begin;
  let beingStored: readonly Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storing: Promise<void> | undefined;
  let failure: AppError | undefined;

  /** A failed append may have been stored all the same, so each retry checks first. */
  async function append(events: readonly RunEvent[], writes: readonly RunWrite[]): Promise<void> {
    const { runs } = unitOfWork.stores;
    await retryDatabase(outageLimits, async (attempt) => {
      const isRetry = attempt > 1 && events.length > 0;
      if (isRetry && (await runs.listEvents(lease.runId, { after: position, limit: 1 })).length > 0) return;
      if (writes.length === 0) return void (await runs.appendEvents(lease, events));
      await unitOfWork.transaction(async (stores) => {
        if (events.length > 0) await stores.runs.appendEvents(lease, events);
        for (const write of writes) await write(stores);
      });
    });
  }

  async function storeWaiting(): Promise<void> {
    beingStored = waiting.splice(0);
    const events = beingStored.flatMap(({ event }) => event ?? []);
    try {
      await append(
        events,
        beingStored.flatMap(({ write }) => write ?? []),
      );
      position += events.length;
      for (const { stored } of beingStored) stored?.resolve();
    } catch (thrown) {
      failure = toAppError(thrown);
      for (const { stored } of [...beingStored, ...waiting.splice(0)]) stored?.reject(failure);
      onFailure(failure);
    }
    beingStored = [];
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (storing || waiting.length === 0) return;
    storing = storeWaiting().finally(() => {
      storing = undefined;
      goOn();
    });
  }

  /** Deltas directly after the stored events wait for more of their kind. All other entries are stored at once. */
  function goOn(): void {
    if (storing || waiting.length === 0) return;
    const [{ event } = {}, ...others] = waiting;
    if (others.length > 0 || !event || !hasDeltas(event)) return flush();
    timer ??= setTimeout(flush, collectMs);
    if (event.type === 'content') show(findRow);
  }

  /** Returns only the content directly after the stored events; the position of later content is not certain yet. */
  function findRow(): ContentRow | undefined {
    const [{ event } = {}] = storing ? beingStored : waiting;
    if (event?.type !== 'content' || outageLimits.signal.aborted) return undefined;
    return new ContentRow(position + 1, event);
  }

  function add(event: RunEvent): void {
    if (!hasDeltas(event)) return void waiting.push({ event });
    const { collecting } = waiting.at(-1) ?? {};
    if (collecting && areAlike(collecting, event)) return void collecting.deltas.push(...event.deltas);
    const begun = { ...event, deltas: [...event.deltas] };
    waiting.push({ event: begun, collecting: begun });
  }

  return {
    record(event) {
      if (failure) return;
      add(toStorable(event));
      goOn();
    },

    async store(write, event) {
      if (failure) throw failure;
      const stored = Promise.withResolvers<void>();
      waiting.push({ event: event && toStorable(event), write, stored });
      flush();
      await stored.promise;
    },

    async close() {
      for (flush(); storing; flush()) await storing;
      show(undefined);
    },
  };
}
