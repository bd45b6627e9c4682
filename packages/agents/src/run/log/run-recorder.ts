import { toAppError, type AppError } from '@shipmate/core';
import type { Stores, UnitOfWork } from '@shipmate/domain';
import type { EndedToolCall, NumberedRunEvent, RunEvent, RunLease, RunProgressWrite } from '@shipmate/domain/run';
import { ContentRow } from './content-row.ts';
import { areAlike, hasDeltas, type DeltaEvent } from './delta-event.ts';
import { retryDatabase, type OutageLimits } from './retry-database.ts';
import type { FindRows } from './run-feeds.ts';
import { toStorable } from './to-storable.ts';

/** A write in the transaction of the events recorded before it. **Contract.** It is idempotent. */
export type RunWrite = (stores: Stores) => Promise<unknown>;

/** Writes the events of a run into its log in order. */
export interface RunRecorder {
  /** Records an event without blocking the caller. */
  record(event: RunEvent): void;
  /** Records progress and its event without blocking the caller: stored together, before all later entries. */
  recordProgress(progress: RunProgressWrite, event?: RunEvent): void;
  /**
   * Stores an event and a write in one transaction, after all earlier events. @throws AppError when it could not be
   * stored.
   */
  store(write: RunWrite, event?: RunEvent): Promise<void>;
  /**
   * Stores an event and progress in one statement, after all earlier events; with a further write, in one transaction.
   *
   * @throws AppError when it could not be stored.
   */
  storeProgress(progress: RunProgressWrite, event?: RunEvent, further?: RunWrite): Promise<void>;
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
  /** The number of runs that this process executes. Default: this one. */
  readonly countRuns?: () => number;
  /** Shows content to followers before it is stored; called with `undefined` at the end. */
  readonly show: (findRows: FindRows | undefined) => void;
  /** Called with events once they are stored. */
  readonly onStored?: (events: readonly NumberedRunEvent[]) => void;
  /** Called once, when an entry could not be stored; no later entry is stored. */
  readonly onFailure: (error: AppError) => void;
}

/** An entry that is stored together with its neighbours. */
interface Entry {
  readonly event?: RunEvent | undefined;
  /** The same event, while it collects the deltas of the events like it that follow. */
  readonly collecting?: DeltaEvent & { readonly deltas: string[] };
  readonly progress?: RunProgressWrite;
  readonly write?: RunWrite | undefined;
  readonly stored?: PromiseWithResolvers<void>;
}

/**
 * How long deltas are collected before they are stored, in milliseconds: longer when a process executes many runs, so that their commits
 * do not slow down the readers of all of them.
 */
const collecting = { minMs: 40, maxMs: 100, msForEachRun: 2 } as const;

/** Creates the only writer of a run's log. */
export function createRunRecorder({
  lease,
  unitOfWork,
  outageLimits,
  countRuns = () => 1,
  show,
  onStored,
  onFailure,
  ...begin
}: RunRecorderOptions): RunRecorder {
  const waiting: Entry[] = [];
  let { position } = begin;
  let beingStored: readonly Entry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let flushing: ReturnType<typeof setImmediate> | undefined;
  let storing: Promise<void> | undefined;
  let failure: AppError | undefined;

  /** A failed append may have been stored all the same, so each retry checks first. */
  async function append(entries: readonly Entry[]): Promise<void> {
    const { runs } = unitOfWork.stores;
    const events = entries.flatMap(({ event }) => event ?? []);
    const writes = entries.flatMap(({ write }) => write ?? []);
    const batch = new ProgressBatch();
    for (const entry of entries) batch.add(entry.progress ?? {});
    const { progress } = batch;
    const hasRows = events.length > 0 || Object.keys(progress).length > 0;
    await retryDatabase(outageLimits, async (attempt) => {
      const isRetry = attempt > 1 && events.length > 0;
      if (isRetry && (await runs.listEvents(lease.runId, { after: position, limit: 1 })).length > 0) return;
      if (writes.length === 0) return void (await runs.appendEvents(lease, events, progress));
      await unitOfWork.transaction(async (stores) => {
        if (hasRows) await stores.runs.appendEvents(lease, events, progress);
        for (const write of writes) await write(stores);
      });
    });
    const numbered = events.map((event, index) => ({ sequence: position + index + 1, event }));
    position += events.length;
    onStored?.(numbered);
  }

  /**
   * Takes the entries that one statement can store. Unless all are due, deltas at the end stay, so that readers get them before they
   * are stored.
   */
  function takeBatch(isAllDue: boolean): readonly Entry[] {
    const batch = new ProgressBatch();
    const end = waiting.findIndex(({ progress = {} }) => !batch.add(progress));
    const hasOpenDeltas = !isAllDue && waiting.at(-1)?.collecting !== undefined;
    return waiting.splice(0, end === -1 ? waiting.length - (hasOpenDeltas ? 1 : 0) : end);
  }

  async function storeWaiting(isAllDue: boolean): Promise<void> {
    beingStored = takeBatch(isAllDue);
    try {
      await append(beingStored);
      for (const { stored } of beingStored) stored?.resolve();
    } catch (thrown) {
      failure = toAppError(thrown);
      for (const { stored } of [...beingStored, ...waiting.splice(0)]) stored?.reject(failure);
      onFailure(failure);
    }
    beingStored = [];
  }

  function flush(isAllDue = true): void {
    clearTimeout(timer);
    clearImmediate(flushing);
    timer = flushing = undefined;
    if (storing || waiting.length === 0) return;
    storing = storeWaiting(isAllDue).finally(() => {
      storing = undefined;
      goOn();
    });
  }

  /**
   * Deltas directly after the stored events wait for more of their kind. All other entries are stored in the next turn of the event
   * loop, together with those that are recorded until then.
   */
  function goOn(): void {
    const [{ event } = {}, ...others] = waiting;
    if (event?.type === 'content') show(findRows);
    // An entry that someone waits for was flushed at once, so a planned flush takes all others.
    if (storing || flushing || waiting.length === 0) return;
    if (waiting.some(({ stored }) => stored)) return flush();
    if (others.length > 0 || !event || !hasDeltas(event)) {
      flushing ??= setImmediate(() => flush(false));
      return;
    }
    const { minMs, maxMs, msForEachRun } = collecting;
    timer ??= setTimeout(flush, Math.min(maxMs, Math.max(minMs, msForEachRun * countRuns())));
  }

  /** Returns the content directly after the stored events: that which is being stored, if nothing else is stored with it, and the next. */
  function findRows(): readonly ContentRow[] {
    const [first, ...others] = storing ? beingStored : waiting;
    if (first?.event?.type !== 'content' || outageLimits.signal.aborted) return [];
    const next = storing && others.length === 0 ? waiting[0]?.event : undefined;
    const row = new ContentRow(position + 1, first.event);
    return next?.type === 'content' ? [row, new ContentRow(position + 2, next)] : [row];
  }

  function add(event: RunEvent): void {
    // An event without deltas stands for content that was never stored.
    if (!hasDeltas(event) || event.deltas.length === 0) return void waiting.push({ event });
    const { collecting } = waiting.at(-1) ?? {};
    if (collecting && areAlike(collecting, event)) return void collecting.deltas.push(...event.deltas);
    const begun = { ...event, deltas: [...event.deltas] };
    waiting.push({ event: begun, collecting: begun });
  }

  /** An entry that someone waits for is stored at once, unless another write is pending. */
  async function store({ event, ...entry }: Entry): Promise<void> {
    if (failure) throw failure;
    const stored = Promise.withResolvers<void>();
    waiting.push({ ...entry, event: event && toStorable(event), stored });
    flush();
    await stored.promise;
  }

  return {
    record(event) {
      if (failure) return;
      add(toStorable(event));
      goOn();
    },

    recordProgress(progress, event) {
      if (failure) return;
      waiting.push({ progress, event: event && toStorable(event) });
      goOn();
    },

    store: (write, event) => store({ write, event }),
    storeProgress: (progress, event, write) => store({ progress, event, write }),

    async close() {
      for (flush(); storing; flush()) await storing;
      show(undefined);
    },
  };
}

/** Length of results from which on a statement stores no further one, so that it does not hold the event loop for long. */
const batchLength = 200_000;

/** Progress that one statement stores: one turn, the answers of one other turn, and each call once. */
class ProgressBatch {
  readonly #calls = new Map<string, EndedToolCall>();
  #length = 0;
  #progress: RunProgressWrite = {};

  /** Adds progress after all that was added before. Returns false, and adds nothing, if another statement has to store it. */
  add({ calls = [], ...progress }: RunProgressWrite): boolean {
    const { step, answers } = this.#progress;
    if (step && (progress.step || progress.answers?.turn === step.turn)) return false;
    if (answers && progress.answers) return false;
    if (calls.some(({ result }) => this.#calls.has(result.part.id))) return false;
    if (calls.length > 0 && this.#length >= batchLength) return false;
    for (const call of calls) {
      this.#calls.set(call.result.part.id, call);
      this.#length += call.result.part.output.length;
    }
    this.#progress = { ...this.#progress, ...progress };
    return true;
  }

  get progress(): RunProgressWrite {
    return { ...this.#progress, ...(this.#calls.size > 0 && { calls: [...this.#calls.values()] }) };
  }
}
