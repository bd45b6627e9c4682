import type { UnitOfWork } from '@shipmate/domain';
import type { RunNotifications, NumberedRunEvent, BroadcastRunEvent } from '@shipmate/domain/run';
import { LiveReader, type SeenContent } from './live-reader.ts';
import { LogReader, type TakeEvent } from './log-reader.ts';
import { createRunFeeds, pageSize, type FindRows } from './run-feeds.ts';
import { tailLog } from './tail-log.ts';

/** Start position and end of a reading. */
export interface TailOptions {
  /** The sequence number of the last event that the reader has; 0 for none. */
  readonly after?: number;
  readonly signal: AbortSignal;
}

/** Options of a reader that may have content of events after its last one. */
export interface FollowOptions extends TailOptions {
  /** The last content that the reader has of one of the next `maxOpenRows` events; it has all content before that. */
  readonly seen?: SeenContent;
}

/** The durable logs of runs: one writer each, any number of readers in any process. */
export interface RunLog {
  /**
   * Passes the events of a run: first the stored ones, then each one as any process stores it. Content of this process
   * is passed before it is stored, in parts. Resolves after `run_ended`, when `signal` aborts, once the log is closed,
   * and when the events or the run were deleted.
   *
   * **Contract.** It checks no ownership: the caller got the run from a store with its principal.
   *
   * @throws AppError `DATABASE_ERROR` when the database is unavailable for too long, and the error that `take` throws.
   */
  follow(runId: string, options: FollowOptions, take: TakeEvent<BroadcastRunEvent>): Promise<void>;
  /** Returns the stored events as an async iterable, each once it is stored. */
  tail(runId: string, options: TailOptions): AsyncGenerator<NumberedRunEvent, void>;
  /**
   * Shows followers of a run content of this process that is not stored yet; `undefined` ends it.
   *
   * **Contract.** Each row becomes the event of its sequence number. When the process dies or loses the run first, the
   * executor that takes the run over stores a `content` without deltas in the place of each of `maxOpenRows` rows.
   */
  show(runId: string, findRows: FindRows | undefined): void;
  /**
   * Passes events that the writer in this process has just stored to the readers of this process, which would read them otherwise.
   *
   * **Contract.** They are the run's events from the first one's sequence number on, and committed.
   */
  pass(runId: string, events: readonly NumberedRunEvent[]): void;
  /** Ends every reader of this process once it has all stored events, because the process shuts down. */
  close(): void;
}

/** Options for {@link createRunLog}. */
export interface RunLogOptions {
  readonly unitOfWork: UnitOfWork;
  /** Notifies readers of new events. */
  readonly notifications: RunNotifications;
  /** Interval between refreshes of a log without notifications. Default 5000. */
  readonly pollMs?: number;
  /** How long readers wait for a database that is unavailable; its return wakes them. Default 60 000. */
  readonly maxOutageMs?: number;
}

/** Creates the log of the runs in a database. */
export function createRunLog(options: RunLogOptions): RunLog {
  const { unitOfWork, notifications, pollMs = 5_000, maxOutageMs = 60_000 } = options;
  const { runs } = unitOfWork.stores;
  const feeds = createRunFeeds({ runs, notifications, pollMs, maxOutageMs });
  let isClosed = false;

  async function read(runId: string, reader: LogReader): Promise<void> {
    const feed = feeds.open(runId, reader);
    try {
      await feed.refresh();
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
    follow: (runId, { after = 0, seen, signal }, take) => read(runId, new LiveReader({ after, seen }, signal, take)),

    tail: (runId, { after = 0, signal }) =>
      tailLog((take, stopping) => read(runId, new LogReader(after, AbortSignal.any([signal, stopping]), take))),

    show: (runId, findRows) => feeds.show(runId, findRows),
    pass: (runId, events) => feeds.pass(runId, events),

    close() {
      isClosed = true;
      feeds.wakeAll();
    },
  };
}
