import { toAppError, type AppError, type LoopEvent } from '@shipmate/core';
import type { RunEvent, UnitOfWork } from '@shipmate/domain';
import { retryDatabase } from './retry-database.ts';
import type { RunLog } from './run-log.ts';
import { coalesceDeltas, toRunEvent } from './to-run-event.ts';
import { toStorable } from './to-storable.ts';

/** Writes what a loop does into its run's log, in order, without keeping the loop waiting. */
export interface RunRecorder {
  readonly record: (event: LoopEvent) => void;
  /** Resolves when everything is stored or has failed to be. It never rejects. */
  close(): Promise<void>;
}

/** What {@link createRunRecorder} needs. */
export interface RunRecorderOptions {
  readonly runId: string;
  readonly runLog: RunLog;
  readonly unitOfWork: UnitOfWork;
  /** The sequence of the run's last event so far. */
  readonly position: number;
  /** Called once, when events could not be stored; nothing is recorded after it. */
  readonly onFailure: (error: AppError) => void;
}

/** How long deltas are collected before they are stored. */
const collectMs = 40;
const appendRetries = 4;

/** Makes the one writer of a run's log. */
export function createRunRecorder(options: RunRecorderOptions): RunRecorder {
  const { runId, runLog, unitOfWork, onFailure } = options;
  const waiting: RunEvent[] = [];
  let { position } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let storing: Promise<void> | undefined;
  let hasFailed = false;

  /** A failed append may have been stored all the same, so each retry looks first. */
  async function append(events: readonly RunEvent[]): Promise<void> {
    await retryDatabase(appendRetries, async (attempt) => {
      const stored = attempt > 1 ? await unitOfWork.stores.runs.listEvents(runId, { after: position, limit: 1 }) : [];
      if (stored.length === 0) await runLog.append(runId, events);
    });
    position += events.length;
  }

  async function storeWaiting(): Promise<void> {
    try {
      while (waiting.length > 0) await append(coalesceDeltas(waiting.splice(0)).map(toStorable));
    } catch (thrown) {
      hasFailed = true;
      waiting.length = 0;
      onFailure(toAppError(thrown));
    } finally {
      storing = undefined;
    }
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length > 0) storing ??= storeWaiting();
  }

  return {
    record(event) {
      const next = hasFailed ? undefined : toRunEvent(event);
      if (!next) return;
      waiting.push(next);
      if (next.type !== 'content' && next.type !== 'thinking') flush();
      else timer ??= setTimeout(flush, collectMs);
    },

    async close() {
      flush();
      await storing;
    },
  };
}
