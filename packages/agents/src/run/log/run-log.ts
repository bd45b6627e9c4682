import type { RunNotifications, StoredRunEvent, ToldRunEvent, UnitOfWork } from '@shipmate/domain';
import { LiveReader } from './live-reader.ts';
import { LogReader, type TakeEvent } from './log-reader.ts';
import { createRunFeeds, pageSize, type FindRow } from './run-feeds.ts';
import { tailLog } from './tail-log.ts';

/** Where a reader of a log begins and when it stops. */
export interface TailOptions {
  /** The sequence of the last event that the reader has; 0 for none. */
  readonly after?: number;
  readonly signal: AbortSignal;
}

/** The same for a reader that may have a part of the event after the last one that it has. */
export interface FollowOptions extends TailOptions {
  /** How many of its deltas; default 0. */
  readonly deltas?: number;
}

/** The durable logs of runs: one writer each, any number of readers in any process. */
export interface RunLog {
  /**
   * Hands out the events of a run, first those that are stored, then each as it is stored, by whichever process. What an agent
   * says in this process is handed out as it is said, in parts. It resolves after `run_ended`, when `signal` fires, once the log
   * is closed, and when the events or the run were deleted.
   *
   * **Contract.** It checks no ownership: the caller got the run from a store with its principal.
   *
   * @throws AppError `DATABASE_ERROR` when the database is away for too long, and what `take` throws.
   */
  follow(runId: string, options: FollowOptions, take: TakeEvent<ToldRunEvent>): Promise<void>;
  /** The events for whoever asks for one after the other, each once it is stored. */
  tail(runId: string, options: TailOptions): AsyncGenerator<StoredRunEvent, void>;
  /**
   * Has those who follow a run look at what its agent says in this process and is not stored yet; `undefined` ends it.
   *
   * **Contract.** What is shown becomes the event of its sequence. When it does not, because the process died or lost the run,
   * whoever takes the run over stores a `content` without deltas in its place.
   */
  show(runId: string, findRow: FindRow | undefined): void;
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

  async function read(runId: string, reader: LogReader): Promise<void> {
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
    follow: (runId, { after = 0, deltas = 0, signal }, take) =>
      read(runId, new LiveReader({ after, deltas }, signal, take)),

    tail: (runId, { after = 0, signal }) =>
      tailLog((take, leaving) => read(runId, new LogReader(after, AbortSignal.any([signal, leaving]), take))),

    show: (runId, findRow) => feeds.show(runId, findRow),

    close() {
      isClosed = true;
      feeds.wakeAll();
    },
  };
}
