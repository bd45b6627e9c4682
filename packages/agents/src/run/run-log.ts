import type { RunNotifications, StoredRunEvent, UnitOfWork } from '@shipmate/domain';
import { LogReader, type TakeEvent } from './log-reader.ts';
import { createRunFeeds, pageSize } from './run-feeds.ts';
import { tailLog } from './tail-log.ts';

/** Where a reader of a log begins and when it stops. */
export interface TailOptions {
  /** The sequence of the last event that the reader has; 0 for none. */
  readonly after?: number;
  readonly signal: AbortSignal;
}

/** The durable logs of runs: one writer each, any number of readers in any process. */
export interface RunLog {
  /**
   * Hands out the events of a run, first those that are stored, then each as it is stored, by whichever process. It resolves
   * after `run_ended`, when `signal` fires, once the log is closed, and when the events or the run were deleted.
   *
   * **Contract.** It checks no ownership: the caller got the run from a store with its principal.
   *
   * @throws AppError `DATABASE_ERROR` when the database is away for too long, and what `take` throws.
   */
  follow(runId: string, options: TailOptions, take: TakeEvent): Promise<void>;
  /** The same for whoever asks for one event after the other. */
  tail(runId: string, options: TailOptions): AsyncGenerator<StoredRunEvent, void>;
  /** Ends every reader of this process once it has what is stored, as the process is leaving. */
  close(): void;
}

/** What {@link createRunLog} needs. */
export interface RunLogOptions {
  readonly unitOfWork: UnitOfWork;
  /** How readers hear of new events without asking. */
  readonly notifications: RunNotifications;
  /** How often a log is looked at of which no notification tells. Default 5000. */
  readonly pollMs?: number;
  /** How long readers wait for a database that is away; its return wakes them. Default 60 000. */
  readonly patienceMs?: number;
}

/** Makes the logs of the runs in a database. */
export function createRunLog(options: RunLogOptions): RunLog {
  const { unitOfWork, notifications, pollMs = 5_000, patienceMs = 60_000 } = options;
  const { runs } = unitOfWork.stores;
  const feeds = createRunFeeds({ runs, notifications, pollMs, patienceMs });
  let isClosed = false;

  async function follow(runId: string, { after = 0, signal }: TailOptions, take: TakeEvent): Promise<void> {
    const reader = new LogReader(after, signal, take);
    const feed = feeds.open(runId, reader);
    try {
      await feed.look();
      while (!reader.isDone && !feed.endsAt(reader.position)) {
        const events = await feed.read(reader.position);
        for (const event of events) {
          if (reader.isDone) return;
          await reader.take(event);
        }
        if (isClosed && events.length === 0) return;
        if (!isClosed && events.length < pageSize) await feed.wait();
      }
    } finally {
      feed.close();
    }
  }

  return {
    follow,

    tail: (runId, { signal, ...options }) =>
      tailLog((take, leaving) => follow(runId, { ...options, signal: AbortSignal.any([signal, leaving]) }, take)),

    close() {
      isClosed = true;
      feeds.wakeAll();
    },
  };
}
